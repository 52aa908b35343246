namespace Fathom.Serializers.Programs;

/// <summary>What the last build of a program gave.</summary>
/// <param name="Fingerprint">The sources that it was made from.</param>
/// <param name="Executable">The program; null where there is none.</param>
/// <param name="Reason">Why there is none; empty where there is one.</param>
/// <param name="BuiltUtc">When.</param>
/// <param name="Inputs">What it loads beside its own sources; null where that is not known.</param>
internal sealed record BuildRecordEntry(string Fingerprint, string? Executable, string Reason, DateTimeOffset BuiltUtc, ProgramInputs? Inputs);
