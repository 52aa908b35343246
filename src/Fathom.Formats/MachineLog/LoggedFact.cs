namespace Fathom.Formats.MachineLog;

/// <summary>A fact of a machine.</summary>
/// <param name="TsNs">When it was read, on the clock of the log.</param>
/// <param name="Moment">start, change or stop.</param>
/// <param name="Topic">What it is about.</param>
/// <param name="Item">Which one of several; null for all of the machine.</param>
/// <param name="Name">Its name.</param>
/// <param name="Kind">setting, counter or figure.</param>
/// <param name="Value">Its value; null where it could not be read.</param>
/// <param name="NotRead">Why it could not be read; null where it was.</param>
public readonly record struct LoggedFact(long TsNs, string Moment, string Topic, string? Item, string Name, string Kind, string? Value, string? NotRead);
