using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Knows how frames of code are passed that a process compiled while it ran.</summary>
internal interface ICompiledFrames
{
    /// <summary>What tells it, by address; null where nothing does, or not yet.</summary>
    IFrameTable? Frames { get; }
}
