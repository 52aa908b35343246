namespace Fathom.Capture.Recording;

/// <summary>The condition that led to a save of a ring.</summary>
/// <param name="ProcessId">The process (pid) that met it.</param>
/// <param name="Text">The condition with the values that met it.</param>
/// <param name="MetNs">When it was met, on CLOCK_MONOTONIC: at a throw, or when a look saw it.</param>
public sealed record SaveCause(int ProcessId, string Text, long MetNs);
