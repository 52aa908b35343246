using Fathom.Serializers.Kit.Cases.Games;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class GamesByHand
{
    public static void Write(BinaryWriter to, GameSaves value) => to.WriteList(value.Players, Write);

    public static GameSaves ReadGameSaves(BinaryReader from) => new() { Players = from.ReadList(ReadPlayerSave) };

    public static void Write(BinaryWriter to, GameEntity value)
    {
        to.Write(value.Id);
        Write(to, value.Position);
        Write(to, value.Motion);
        to.Write(value.Yaw);
        to.Write(value.Pitch);
        to.Write(value.FallDistance);
        to.Write(value.Fire);
        to.Write(value.Air);
        to.Write(value.OnGround);
        to.Write(value.NoGravity);
        to.Write(value.Invulnerable);
        to.Write(value.PortalCooldown);
        to.Write(value.UuidHigh);
        to.Write(value.UuidLow);
        to.WriteOptional(value.CustomName);
        to.Write(value.IsNameVisible);
        to.Write(value.Silent);
        to.Write(value.Glowing);
    }

    public static GameEntity ReadGameEntity(BinaryReader from) => new()
    {
        Id = from.ReadString(),
        Position = ReadWorldPosition(from),
        Motion = ReadWorldPosition(from),
        Yaw = from.ReadSingle(),
        Pitch = from.ReadSingle(),
        FallDistance = from.ReadSingle(),
        Fire = from.ReadInt32(),
        Air = from.ReadInt32(),
        OnGround = from.ReadBoolean(),
        NoGravity = from.ReadBoolean(),
        Invulnerable = from.ReadBoolean(),
        PortalCooldown = from.ReadInt32(),
        UuidHigh = from.ReadInt64(),
        UuidLow = from.ReadInt64(),
        CustomName = from.ReadOptionalString(),
        IsNameVisible = from.ReadBoolean(),
        Silent = from.ReadBoolean(),
        Glowing = from.ReadBoolean(),
    };

    public static void Write(BinaryWriter to, GameItem value)
    {
        to.Write(value.Id);
        to.Write(value.Count);
        to.Write(value.Slot);
        to.WriteList(value.Contents, Write);
    }

    public static GameItem ReadGameItem(BinaryReader from) => new()
    {
        Id = from.ReadString(),
        Count = from.ReadInt32(),
        Slot = from.ReadInt32(),
        Contents = from.ReadList(ReadGameItem),
    };

    public static void Write(BinaryWriter to, PlayerAbilities value)
    {
        to.Write(value.WalkSpeed);
        to.Write(value.FlySpeed);
        to.Write(value.MayFly);
        to.Write(value.Flying);
        to.Write(value.Invulnerable);
        to.Write(value.MayBuild);
        to.Write(value.InstantBuild);
    }

    public static PlayerAbilities ReadPlayerAbilities(BinaryReader from) => new()
    {
        WalkSpeed = from.ReadSingle(),
        FlySpeed = from.ReadSingle(),
        MayFly = from.ReadBoolean(),
        Flying = from.ReadBoolean(),
        Invulnerable = from.ReadBoolean(),
        MayBuild = from.ReadBoolean(),
        InstantBuild = from.ReadBoolean(),
    };

    public static void Write(BinaryWriter to, PlayerSave value)
    {
        to.Write((byte)value.Mode);
        to.Write((byte)value.PreviousMode);
        to.Write(value.Score);
        to.Write(value.Dimension);
        to.Write(value.SelectedSlot);
        to.WriteOptional(value.SelectedItem, Write);
        to.WriteOptional(value.SpawnDimension);
        to.Write(value.SpawnX);
        to.Write(value.SpawnY);
        to.Write(value.SpawnZ);
        to.WriteOptional(value.SpawnForced);
        to.Write(value.SleepTimer);
        to.Write(value.FoodExhaustion);
        to.Write(value.FoodSaturation);
        to.Write(value.FoodTickTimer);
        to.Write(value.XpLevel);
        to.Write(value.XpProgress);
        to.Write(value.XpTotal);
        to.Write(value.XpSeed);
        to.WriteList(value.Inventory, Write);
        to.WriteList(value.ChestItems, Write);
        Write(to, value.Abilities);
        to.WriteOptional(value.PortalPosition, Write);
        to.WriteOptional(value.Vehicle, Write);
        to.WriteOptional(value.LeftShoulder, Write);
        to.WriteOptional(value.RightShoulder, Write);
        to.Write(value.SeenCredits);
        Write(to, value.Recipes);
    }

    public static PlayerSave ReadPlayerSave(BinaryReader from) => new()
    {
        Mode = (GameMode)from.ReadByte(),
        PreviousMode = (GameMode)from.ReadByte(),
        Score = from.ReadInt64(),
        Dimension = from.ReadString(),
        SelectedSlot = from.ReadInt32(),
        SelectedItem = from.ReadOptional(ReadGameItem),
        SpawnDimension = from.ReadOptionalString(),
        SpawnX = from.ReadInt64(),
        SpawnY = from.ReadInt64(),
        SpawnZ = from.ReadInt64(),
        SpawnForced = from.ReadOptionalBoolean(),
        SleepTimer = from.ReadInt32(),
        FoodExhaustion = from.ReadSingle(),
        FoodSaturation = from.ReadSingle(),
        FoodTickTimer = from.ReadInt32(),
        XpLevel = from.ReadInt32(),
        XpProgress = from.ReadSingle(),
        XpTotal = from.ReadInt32(),
        XpSeed = from.ReadInt32(),
        Inventory = from.ReadList(ReadGameItem),
        ChestItems = from.ReadList(ReadGameItem),
        Abilities = ReadPlayerAbilities(from),
        PortalPosition = from.ReadOptional(ReadWorldPosition),
        Vehicle = from.ReadOptional(ReadGameEntity),
        LeftShoulder = from.ReadOptional(ReadGameEntity),
        RightShoulder = from.ReadOptional(ReadGameEntity),
        SeenCredits = from.ReadBoolean(),
        Recipes = ReadRecipeBook(from),
    };

    public static void Write(BinaryWriter to, RecipeBook value)
    {
        to.WriteList(value.Recipes, static (to, one) => to.Write(one));
        to.WriteList(value.ToBeDisplayed, static (to, one) => to.Write(one));
        to.Write(value.IsFilteringCraftable);
        to.Write(value.IsOpen);
        to.Write(value.IsFurnaceFilteringCraftable);
        to.Write(value.IsFurnaceOpen);
    }

    public static RecipeBook ReadRecipeBook(BinaryReader from) => new()
    {
        Recipes = from.ReadList(static from => from.ReadString()),
        ToBeDisplayed = from.ReadList(static from => from.ReadString()),
        IsFilteringCraftable = from.ReadBoolean(),
        IsOpen = from.ReadBoolean(),
        IsFurnaceFilteringCraftable = from.ReadBoolean(),
        IsFurnaceOpen = from.ReadBoolean(),
    };

    public static void Write(BinaryWriter to, WorldPosition value)
    {
        to.Write(value.X);
        to.Write(value.Y);
        to.Write(value.Z);
    }

    public static WorldPosition ReadWorldPosition(BinaryReader from) => new() { X = from.ReadDouble(), Y = from.ReadDouble(), Z = from.ReadDouble() };
}
