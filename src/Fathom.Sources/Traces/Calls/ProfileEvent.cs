namespace Fathom.Sources.Traces.Calls;

/// <summary>A tracepoint that a profile records, of the whole machine.</summary>
/// <param name="Name">Its system and name, with a colon between them.</param>
/// <param name="Callers">Which callers each event has.</param>
/// <param name="Filter">Which events count, as the kernel reads it; null for all.</param>
public sealed record ProfileEvent(string Name, ProfileCallers Callers, string? Filter);
