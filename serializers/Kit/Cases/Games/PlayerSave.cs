using System.Runtime.Serialization;

namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>The saved state of a player.</summary>
[Serializable]
[DataContract]
public partial class PlayerSave
{
    [DataMember(Order = 1)]
    public GameMode Mode { get; set; }

    [DataMember(Order = 2)]
    public GameMode PreviousMode { get; set; }

    [DataMember(Order = 3)]
    public long Score { get; set; }

    [DataMember(Order = 4)]
    public string Dimension { get; set; } = "";

    [DataMember(Order = 5)]
    public int SelectedSlot { get; set; }

    [DataMember(Order = 6)]
    public GameItem? SelectedItem { get; set; }

    [DataMember(Order = 7)]
    public string? SpawnDimension { get; set; }

    [DataMember(Order = 8)]
    public long SpawnX { get; set; }

    [DataMember(Order = 9)]
    public long SpawnY { get; set; }

    [DataMember(Order = 10)]
    public long SpawnZ { get; set; }

    [DataMember(Order = 11)]
    public bool? SpawnForced { get; set; }

    [DataMember(Order = 12)]
    public int SleepTimer { get; set; }

    [DataMember(Order = 13)]
    public float FoodExhaustion { get; set; }

    [DataMember(Order = 14)]
    public float FoodSaturation { get; set; }

    [DataMember(Order = 15)]
    public int FoodTickTimer { get; set; }

    [DataMember(Order = 16)]
    public int XpLevel { get; set; }

    [DataMember(Order = 17)]
    public float XpProgress { get; set; }

    [DataMember(Order = 18)]
    public int XpTotal { get; set; }

    [DataMember(Order = 19)]
    public int XpSeed { get; set; }

    [DataMember(Order = 20)]
    public List<GameItem> Inventory { get; set; } = [];

    [DataMember(Order = 21)]
    public List<GameItem> ChestItems { get; set; } = [];

    [DataMember(Order = 22)]
    public PlayerAbilities Abilities { get; set; } = null!;

    [DataMember(Order = 23)]
    public WorldPosition? PortalPosition { get; set; }

    [DataMember(Order = 24)]
    public GameEntity? Vehicle { get; set; }

    [DataMember(Order = 25)]
    public GameEntity? LeftShoulder { get; set; }

    [DataMember(Order = 26)]
    public GameEntity? RightShoulder { get; set; }

    [DataMember(Order = 27)]
    public bool SeenCredits { get; set; }

    [DataMember(Order = 28)]
    public RecipeBook Recipes { get; set; } = null!;
}
