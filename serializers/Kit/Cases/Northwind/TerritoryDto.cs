using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>A territory.</summary>
[Serializable]
[DataContract]
public partial class TerritoryDto
{
    [DataMember(Order = 1)]
    public string Id { get; set; } = "";

    [DataMember(Order = 2)]
    public string TerritoryDescription { get; set; } = "";

    [DataMember(Order = 3)]
    public int RegionId { get; set; }
}
