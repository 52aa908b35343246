using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Polylines;

/// <summary>A point of a border.</summary>
[Serializable]
[DataContract]
public partial class GeoPoint
{
    [DataMember(Order = 1)]
    public double Longitude { get; set; }

    [DataMember(Order = 2)]
    public double Latitude { get; set; }
}
