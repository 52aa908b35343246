namespace Fathom.Model.Runtime;

/// <summary>How a look at the runtime's tables was taken.</summary>
/// <param name="ProcessName">Name of the process; null where it is not known.</param>
/// <param name="Pid">Its number; null where it is not known.</param>
/// <param name="RuntimeVersion">Version of its runtime; null where it is not known.</param>
/// <param name="PauseNs">How long the target stood still, measured; null for a dump.</param>
/// <param name="ExpectedPauseNs">Estimate made before the stop; null for a dump.</param>
public sealed record RuntimeLookFacts(string? ProcessName, long? Pid, string? RuntimeVersion, long? PauseNs, long? ExpectedPauseNs);
