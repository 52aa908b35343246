namespace Fathom.Sources.Threads.Watching;

/// <summary>What was seen of the finalizer thread while the target ran.</summary>
/// <param name="ReadyCountBefore">Objects that waited for it when the watch began.</param>
/// <param name="Stands">Whether it was in one place at the beginning and at the end of the watch.</param>
internal readonly record struct FinalizerWatch(long? ReadyCountBefore, bool? Stands);
