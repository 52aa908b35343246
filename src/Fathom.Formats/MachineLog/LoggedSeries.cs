namespace Fathom.Formats.MachineLog;

/// <summary>A figure of the machine that is read again and again.</summary>
/// <param name="Number">Its number in the log.</param>
/// <param name="TsNs">When it was first seen, on the clock of the log.</param>
/// <param name="Topic">What it is about.</param>
/// <param name="Item">Which one; null for all of the machine.</param>
/// <param name="Name">Its name, with the unit in it.</param>
/// <param name="Kind">counter or level.</param>
/// <param name="WrapsAt">The counter begins at 0 again where it would reach this; null where it does not within any time.</param>
/// <param name="Value">Its value at that time; null where the next values tell it.</param>
public readonly record struct LoggedSeries(
    int Number, long TsNs, string Topic, string? Item, string Name, string Kind, long? WrapsAt, long? Value)
{
    /// <summary>One that counts.</summary>
    public const string Counter = "counter";

    /// <summary>One that is what it is at a moment.</summary>
    public const string Level = "level";
}
