using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>What a player may do.</summary>
[Serializable]
[DataContract]
public partial class PlayerAbilities
{
    [DataMember(Order = 1)]
    public float WalkSpeed { get; set; }

    [DataMember(Order = 2)]
    public float FlySpeed { get; set; }

    [DataMember(Order = 3)]
    public bool MayFly { get; set; }

    [DataMember(Order = 4)]
    public bool Flying { get; set; }

    [DataMember(Order = 5)]
    public bool Invulnerable { get; set; }

    [DataMember(Order = 6)]
    public bool MayBuild { get; set; }

    [DataMember(Order = 7)]
    public bool InstantBuild { get; set; }
}
