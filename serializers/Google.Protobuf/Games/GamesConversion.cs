using Fathom.Serializers.Kit.Cases.Games;

namespace Fathom.Serializers.GoogleProtobuf.Games;

internal static class GamesConversion
{
    public static GameSavesMessage ToMessage(GameSaves value)
    {
        GameSavesMessage message = new();
        message.Players.AddAll(value.Players, ToMessage);
        return message;
    }

    public static GameSaves ToValue(GameSavesMessage message)
    {
        GameSaves value = new();
        value.Players.AddAll(message.Players, ToValue);
        return value;
    }

    public static GameEntityMessage ToMessage(GameEntity value)
    {
        GameEntityMessage message = new()
        {
            Id = value.Id,
            Position = value.Position is { } position ? ToMessage(position) : null,
            Motion = value.Motion is { } motion ? ToMessage(motion) : null,
            Yaw = value.Yaw,
            Pitch = value.Pitch,
            FallDistance = value.FallDistance,
            Fire = value.Fire,
            Air = value.Air,
            OnGround = value.OnGround,
            NoGravity = value.NoGravity,
            Invulnerable = value.Invulnerable,
            PortalCooldown = value.PortalCooldown,
            UuidHigh = value.UuidHigh,
            UuidLow = value.UuidLow,
            IsNameVisible = value.IsNameVisible,
            Silent = value.Silent,
            Glowing = value.Glowing,
        };
        if (value.CustomName is { } customName)
            message.CustomName = customName;
        return message;
    }

    public static GameEntity ToValue(GameEntityMessage message) => new()
    {
        Id = message.Id,
        Position = message.Position is { } position ? ToValue(position) : null!,
        Motion = message.Motion is { } motion ? ToValue(motion) : null!,
        Yaw = message.Yaw,
        Pitch = message.Pitch,
        FallDistance = message.FallDistance,
        Fire = message.Fire,
        Air = message.Air,
        OnGround = message.OnGround,
        NoGravity = message.NoGravity,
        Invulnerable = message.Invulnerable,
        PortalCooldown = message.PortalCooldown,
        UuidHigh = message.UuidHigh,
        UuidLow = message.UuidLow,
        CustomName = message.HasCustomName ? message.CustomName : null,
        IsNameVisible = message.IsNameVisible,
        Silent = message.Silent,
        Glowing = message.Glowing,
    };

    public static GameItemMessage ToMessage(GameItem value)
    {
        GameItemMessage message = new() { Id = value.Id, Count = value.Count, Slot = value.Slot };
        message.Contents.AddAll(value.Contents, ToMessage);
        return message;
    }

    public static GameItem ToValue(GameItemMessage message)
    {
        GameItem value = new() { Id = message.Id, Count = message.Count, Slot = message.Slot };
        value.Contents.AddAll(message.Contents, ToValue);
        return value;
    }

    public static PlayerAbilitiesMessage ToMessage(PlayerAbilities value) => new()
    {
        WalkSpeed = value.WalkSpeed,
        FlySpeed = value.FlySpeed,
        MayFly = value.MayFly,
        Flying = value.Flying,
        Invulnerable = value.Invulnerable,
        MayBuild = value.MayBuild,
        InstantBuild = value.InstantBuild,
    };

    public static PlayerAbilities ToValue(PlayerAbilitiesMessage message) => new()
    {
        WalkSpeed = message.WalkSpeed,
        FlySpeed = message.FlySpeed,
        MayFly = message.MayFly,
        Flying = message.Flying,
        Invulnerable = message.Invulnerable,
        MayBuild = message.MayBuild,
        InstantBuild = message.InstantBuild,
    };

    public static PlayerSaveMessage ToMessage(PlayerSave value)
    {
        PlayerSaveMessage message = new()
        {
            Mode = (GameModeCode)value.Mode,
            PreviousMode = (GameModeCode)value.PreviousMode,
            Score = value.Score,
            Dimension = value.Dimension,
            SelectedSlot = value.SelectedSlot,
            SelectedItem = value.SelectedItem is { } selectedItem ? ToMessage(selectedItem) : null,
            SpawnX = value.SpawnX,
            SpawnY = value.SpawnY,
            SpawnZ = value.SpawnZ,
            SleepTimer = value.SleepTimer,
            FoodExhaustion = value.FoodExhaustion,
            FoodSaturation = value.FoodSaturation,
            FoodTickTimer = value.FoodTickTimer,
            XpLevel = value.XpLevel,
            XpProgress = value.XpProgress,
            XpTotal = value.XpTotal,
            XpSeed = value.XpSeed,
            Abilities = value.Abilities is { } abilities ? ToMessage(abilities) : null,
            PortalPosition = value.PortalPosition is { } portalPosition ? ToMessage(portalPosition) : null,
            Vehicle = value.Vehicle is { } vehicle ? ToMessage(vehicle) : null,
            LeftShoulder = value.LeftShoulder is { } leftShoulder ? ToMessage(leftShoulder) : null,
            RightShoulder = value.RightShoulder is { } rightShoulder ? ToMessage(rightShoulder) : null,
            SeenCredits = value.SeenCredits,
            Recipes = value.Recipes is { } recipes ? ToMessage(recipes) : null,
        };
        if (value.SpawnDimension is { } spawnDimension)
            message.SpawnDimension = spawnDimension;
        if (value.SpawnForced is { } spawnForced)
            message.SpawnForced = spawnForced;
        message.Inventory.AddAll(value.Inventory, ToMessage);
        message.ChestItems.AddAll(value.ChestItems, ToMessage);
        return message;
    }

    public static PlayerSave ToValue(PlayerSaveMessage message)
    {
        PlayerSave value = new()
        {
            Mode = (GameMode)message.Mode,
            PreviousMode = (GameMode)message.PreviousMode,
            Score = message.Score,
            Dimension = message.Dimension,
            SelectedSlot = message.SelectedSlot,
            SelectedItem = message.SelectedItem is { } selectedItem ? ToValue(selectedItem) : null,
            SpawnDimension = message.HasSpawnDimension ? message.SpawnDimension : null,
            SpawnX = message.SpawnX,
            SpawnY = message.SpawnY,
            SpawnZ = message.SpawnZ,
            SpawnForced = message.HasSpawnForced ? message.SpawnForced : null,
            SleepTimer = message.SleepTimer,
            FoodExhaustion = message.FoodExhaustion,
            FoodSaturation = message.FoodSaturation,
            FoodTickTimer = message.FoodTickTimer,
            XpLevel = message.XpLevel,
            XpProgress = message.XpProgress,
            XpTotal = message.XpTotal,
            XpSeed = message.XpSeed,
            Abilities = message.Abilities is { } abilities ? ToValue(abilities) : null!,
            PortalPosition = message.PortalPosition is { } portalPosition ? ToValue(portalPosition) : null,
            Vehicle = message.Vehicle is { } vehicle ? ToValue(vehicle) : null,
            LeftShoulder = message.LeftShoulder is { } leftShoulder ? ToValue(leftShoulder) : null,
            RightShoulder = message.RightShoulder is { } rightShoulder ? ToValue(rightShoulder) : null,
            SeenCredits = message.SeenCredits,
            Recipes = message.Recipes is { } recipes ? ToValue(recipes) : null!,
        };
        value.Inventory.AddAll(message.Inventory, ToValue);
        value.ChestItems.AddAll(message.ChestItems, ToValue);
        return value;
    }

    public static RecipeBookMessage ToMessage(RecipeBook value)
    {
        RecipeBookMessage message = new()
        {
            IsFilteringCraftable = value.IsFilteringCraftable,
            IsOpen = value.IsOpen,
            IsFurnaceFilteringCraftable = value.IsFurnaceFilteringCraftable,
            IsFurnaceOpen = value.IsFurnaceOpen,
        };
        message.Recipes.AddRange(value.Recipes);
        message.ToBeDisplayed.AddRange(value.ToBeDisplayed);
        return message;
    }

    public static RecipeBook ToValue(RecipeBookMessage message) => new()
    {
        Recipes = [.. message.Recipes],
        ToBeDisplayed = [.. message.ToBeDisplayed],
        IsFilteringCraftable = message.IsFilteringCraftable,
        IsOpen = message.IsOpen,
        IsFurnaceFilteringCraftable = message.IsFurnaceFilteringCraftable,
        IsFurnaceOpen = message.IsFurnaceOpen,
    };

    public static WorldPositionMessage ToMessage(WorldPosition value) => new() { X = value.X, Y = value.Y, Z = value.Z };

    public static WorldPosition ToValue(WorldPositionMessage message) => new() { X = message.X, Y = message.Y, Z = message.Z };
}
