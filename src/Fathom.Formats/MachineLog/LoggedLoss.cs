namespace Fathom.Formats.MachineLog;

/// <summary>Something that could not be read.</summary>
/// <param name="TsNs">When, on the clock of the log.</param>
/// <param name="Scope">Of what.</param>
/// <param name="Count">How many.</param>
/// <param name="Reason">Why.</param>
public readonly record struct LoggedLoss(long TsNs, string Scope, long Count, string Reason);
