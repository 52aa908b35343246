namespace Fathom.Sources.Threads.Intervals;

/// <summary>What was seen of the finalizer thread while the target ran.</summary>
/// <param name="ReadyCountBefore">Objects that waited for it when the interval began.</param>
/// <param name="Stands">Whether it was in one place at the beginning and at the end of the interval.</param>
internal readonly record struct FinalizerInterval(long? ReadyCountBefore, bool? Stands);
