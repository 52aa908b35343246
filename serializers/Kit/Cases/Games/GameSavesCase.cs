namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>Saved players of a game: wide objects, nested items, half of the members of simple types.</summary>
public sealed class GameSavesCase() : SerializerCase<GameSaves>("game-saves", "N saved players: wide objects and items that hold items, as deep as the nesting")
{
    /// <inheritdoc/>
    public override GameSaves Generate(CaseData data) => new() { Players = data.Many(data.Dials.N, static (data, _) => GamePlayers.Player(data)) };

    /// <inheritdoc/>
    public override long Touch(GameSaves value)
    {
        long sum = 0;
        foreach (PlayerSave one in value.Players)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(PlayerSave value)
    {
        long sum = (int)value.Mode + (int)value.PreviousMode + value.Score + value.Dimension.Length + value.SelectedSlot
            + (value.SelectedItem is { } aSelectedItem ? Sum(aSelectedItem) : 0) + (value.SpawnDimension?.Length ?? 0)
            + value.SpawnX + value.SpawnY + value.SpawnZ + (value.SpawnForced == true ? 1 : 0) + value.SleepTimer
            + (long)value.FoodExhaustion + (long)value.FoodSaturation + value.FoodTickTimer + value.XpLevel + (long)value.XpProgress
            + value.XpTotal + value.XpSeed + Sum(value.Abilities)
            + (value.PortalPosition is { } aPortalPosition ? Sum(aPortalPosition) : 0)
            + (value.Vehicle is { } aVehicle ? Sum(aVehicle) : 0)
            + (value.LeftShoulder is { } aLeftShoulder ? Sum(aLeftShoulder) : 0)
            + (value.RightShoulder is { } aRightShoulder ? Sum(aRightShoulder) : 0) + (value.SeenCredits ? 1 : 0)
            + Sum(value.Recipes);
        foreach (GameItem one in value.Inventory)
            sum += Sum(one);
        foreach (GameItem one in value.ChestItems)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(GameItem value)
    {
        long sum = value.Id.Length + value.Count + value.Slot;
        foreach (GameItem one in value.Contents)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(PlayerAbilities value) =>
        (long)value.WalkSpeed + (long)value.FlySpeed + (value.MayFly ? 1 : 0) + (value.Flying ? 1 : 0)
            + (value.Invulnerable ? 1 : 0) + (value.MayBuild ? 1 : 0) + (value.InstantBuild ? 1 : 0);

    private static long Sum(WorldPosition value) => (long)value.X + (long)value.Y + (long)value.Z;

    private static long Sum(GameEntity value) =>
        value.Id.Length + Sum(value.Position) + Sum(value.Motion) + (long)value.Yaw + (long)value.Pitch
            + (long)value.FallDistance + value.Fire + value.Air + (value.OnGround ? 1 : 0) + (value.NoGravity ? 1 : 0)
            + (value.Invulnerable ? 1 : 0) + value.PortalCooldown + value.UuidHigh + value.UuidLow + (value.CustomName?.Length ?? 0)
            + (value.IsNameVisible ? 1 : 0) + (value.Silent ? 1 : 0) + (value.Glowing ? 1 : 0);

    private static long Sum(RecipeBook value)
    {
        long sum = (value.IsFilteringCraftable ? 1 : 0) + (value.IsOpen ? 1 : 0) + (value.IsFurnaceFilteringCraftable ? 1 : 0)
            + (value.IsFurnaceOpen ? 1 : 0);
        foreach (string one in value.Recipes)
            sum += one.Length;
        foreach (string one in value.ToBeDisplayed)
            sum += one.Length;
        return sum;
    }
}
