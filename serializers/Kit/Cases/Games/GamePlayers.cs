namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>Draws a saved player.</summary>
internal static class GamePlayers
{
    public static PlayerSave Player(CaseData data) => new()
    {
        Mode = data.OneOf(GameMode.Survival, GameMode.Creative, GameMode.Adventure, GameMode.Spectator),
        PreviousMode = data.OneOf(GameMode.Survival, GameMode.Creative, GameMode.Adventure, GameMode.Spectator),
        Score = data.Skewed(30),
        Dimension = data.OneOf("game:overworld", "game:depths", "game:end"),
        SelectedSlot = data.Random.Below(9),
        SelectedItem = data.IsNull() ? null : Item(data, 0, 0),
        SpawnDimension = data.IsNull() ? null : data.OneOf("game:overworld", "game:depths"),
        SpawnX = data.Between(-60_000_000, 60_000_000),
        SpawnY = data.Between(-64, 320),
        SpawnZ = data.Between(-60_000_000, 60_000_000),
        SpawnForced = data.IsNull() ? null : data.Random.Chance(50),
        SleepTimer = data.Random.Below(65_536),
        FoodExhaustion = (float)data.Fraction(),
        FoodSaturation = (float)data.Fraction(),
        FoodTickTimer = data.Skewed(16),
        XpLevel = data.Skewed(10),
        XpProgress = (float)data.Fraction(),
        XpTotal = data.Skewed(20),
        XpSeed = (int)data.Random.Next(),
        Inventory = data.Many(data.Random.Below(63), static (data, at) => Item(data, at, 0)),
        ChestItems = data.Many(data.Random.Below(27), static (data, at) => Item(data, at, 0)),
        Abilities = new PlayerAbilities
        {
            WalkSpeed = (float)data.Fraction(),
            FlySpeed = (float)data.Fraction(),
            MayFly = data.Random.Chance(50),
            Flying = data.Random.Chance(50),
            Invulnerable = data.Random.Chance(50),
            MayBuild = data.Random.Chance(50),
            InstantBuild = data.Random.Chance(50),
        },
        PortalPosition = data.IsNull() ? null : Place(data),
        Vehicle = data.Random.Chance(50) || data.IsNull() ? null : Entity(data),
        LeftShoulder = data.Random.Chance(50) || data.IsNull() ? null : Entity(data),
        RightShoulder = data.Random.Chance(50) || data.IsNull() ? null : Entity(data),
        SeenCredits = data.Random.Chance(50),
        Recipes = new RecipeBook
        {
            Recipes = data.Many(data.Random.Below(30), static (data, _) => $"game:{data.Word()}"),
            ToBeDisplayed = data.Many(data.Random.Below(10), static (data, _) => $"game:{data.Word()}"),
            IsFilteringCraftable = data.Random.Chance(50),
            IsOpen = data.Random.Chance(50),
            IsFurnaceFilteringCraftable = data.Random.Chance(50),
            IsFurnaceOpen = data.Random.Chance(50),
        },
    };

    // Less than one item in an item on average, so that any depth ends.
    private static GameItem Item(CaseData data, int slot, int depth) => new()
    {
        Id = data.OneOf("game:dirt", "game:stone", "game:pickaxe", "game:apple", "game:bundle", "game:shulker_box", "game:torch", "game:emerald"),
        Count = data.Between(1, 64),
        Slot = slot,
        Contents = depth < data.Dials.Nesting && data.Random.Chance(20) ? data.Many(data.Between(1, 5), (data, at) => Item(data, at, depth + 1)) : [],
    };

    private static GameEntity Entity(CaseData data) => new()
    {
        Id = data.OneOf("game:cow", "game:sheep", "game:parrot", "game:boat", "game:horse", "game:minecart"),
        Position = Place(data),
        Motion = Place(data),
        Yaw = (float)data.Fraction() * 360,
        Pitch = (float)data.Fraction() * 90,
        FallDistance = (float)data.Fraction(),
        Fire = data.Skewed(16),
        Air = data.Skewed(16),
        OnGround = data.Random.Chance(50),
        NoGravity = data.Random.Chance(50),
        Invulnerable = data.Random.Chance(50),
        PortalCooldown = data.Skewed(20),
        UuidHigh = data.Random.NextLong(),
        UuidLow = data.Random.NextLong(),
        CustomName = data.TextOrNull(),
        IsNameVisible = data.Random.Chance(50),
        Silent = data.Random.Chance(50),
        Glowing = data.Random.Chance(50),
    };

    private static WorldPosition Place(CaseData data) => new() { X = data.Fraction() * 60_000_000, Y = data.Fraction() * 320, Z = data.Fraction() * 60_000_000 };
}
