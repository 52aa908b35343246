using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>A region: a number and a text, the smallest row.</summary>
[Serializable]
[DataContract]
public partial class RegionDto
{
    [DataMember(Order = 1)]
    public int Id { get; set; }

    [DataMember(Order = 2)]
    public string RegionDescription { get; set; } = "";
}
