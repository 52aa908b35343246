using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>A creature or a vehicle.</summary>
[Serializable]
[DataContract]
public partial class GameEntity
{
    [DataMember(Order = 1)]
    public string Id { get; set; } = "";

    [DataMember(Order = 2)]
    public WorldPosition Position { get; set; } = null!;

    [DataMember(Order = 3)]
    public WorldPosition Motion { get; set; } = null!;

    [DataMember(Order = 4)]
    public float Yaw { get; set; }

    [DataMember(Order = 5)]
    public float Pitch { get; set; }

    [DataMember(Order = 6)]
    public float FallDistance { get; set; }

    [DataMember(Order = 7)]
    public int Fire { get; set; }

    [DataMember(Order = 8)]
    public int Air { get; set; }

    [DataMember(Order = 9)]
    public bool OnGround { get; set; }

    [DataMember(Order = 10)]
    public bool NoGravity { get; set; }

    [DataMember(Order = 11)]
    public bool Invulnerable { get; set; }

    [DataMember(Order = 12)]
    public int PortalCooldown { get; set; }

    [DataMember(Order = 13)]
    public long UuidHigh { get; set; }

    [DataMember(Order = 14)]
    public long UuidLow { get; set; }

    [DataMember(Order = 15)]
    public string? CustomName { get; set; }

    [DataMember(Order = 16)]
    public bool IsNameVisible { get; set; }

    [DataMember(Order = 17)]
    public bool Silent { get; set; }

    [DataMember(Order = 18)]
    public bool Glowing { get; set; }
}
