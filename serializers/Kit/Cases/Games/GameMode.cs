namespace Fathom.Serializers.Kit.Cases.Games;

/// <summary>How a player plays.</summary>
public enum GameMode
{
    Survival,
    Creative,
    Adventure,
    Spectator,
}
