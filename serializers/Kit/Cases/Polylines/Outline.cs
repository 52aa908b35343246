using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Polylines;

/// <summary>The border of a country.</summary>
[Serializable]
[DataContract]
public partial class Outline
{
    [DataMember(Order = 1)]
    public string Name { get; set; } = "";

    [DataMember(Order = 2)]
    public List<OutlineRing> Rings { get; set; } = [];
}
