namespace Fathom.Sources.Surroundings.Facts;

/// <summary>A fact of a machine that was different later.</summary>
/// <param name="Later">The fact as it was later.</param>
/// <param name="Before">Its value before; null where there was none.</param>
/// <param name="After">Its value later; null where there is none.</param>
/// <param name="Growth">By how much a counter grew; null for a setting.</param>
public readonly record struct FactChange(MachineFact Later, string? Before, string? After, long? Growth)
{
    /// <summary>The change as one sentence without its end.</summary>
    public override string ToString()
    {
        string what = Later.Item is null ? $"{Later.Topic} {Later.Name}" : $"{Later.Topic} {Later.Name} of {Later.Item}";
        return Growth is { } growth ? $"{what} grew by {growth}"
            : Before is null ? $"{what} is {After} and did not exist before"
            : After is null ? $"{what} was {Before} and no longer exists"
            : $"{what} was {Before} and is {After}";
    }
}
