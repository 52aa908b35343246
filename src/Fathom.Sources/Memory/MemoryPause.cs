namespace Fathom.Sources.Memory;

/// <summary>The stop in which a look was taken.</summary>
/// <param name="Timestamp">When it began, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp.</param>
/// <param name="Expected">How long it was estimated to last.</param>
/// <param name="Measured">How long it lasted.</param>
internal readonly record struct MemoryPause(long Timestamp, TimeSpan Expected, TimeSpan Measured);
