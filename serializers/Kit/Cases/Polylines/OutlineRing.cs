using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Polylines;

/// <summary>A closed line.</summary>
[Serializable]
[DataContract]
public partial class OutlineRing
{
    [DataMember(Order = 1)]
    public List<GeoPoint> Points { get; set; } = [];
}
