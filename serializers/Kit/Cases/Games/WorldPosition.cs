using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>A place or a direction.</summary>
[Serializable]
[DataContract]
public partial class WorldPosition
{
    [DataMember(Order = 1)]
    public double X { get; set; }

    [DataMember(Order = 2)]
    public double Y { get; set; }

    [DataMember(Order = 3)]
    public double Z { get; set; }
}
