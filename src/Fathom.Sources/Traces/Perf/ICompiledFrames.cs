using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Knows how frames of code are passed that a process compiled while it ran.</summary>
internal interface ICompiledFrames
{
    /// <summary>What tells it, by address; null where nothing does, or not yet.</summary>
    IFrameTable? Frames { get; }

    /// <summary>Reads code of the process, compiled or of a file.</summary>
    /// <returns>Bytes that were read; 0 where that is not possible.</returns>
    int ReadCode(ulong address, Span<byte> buffer);
}
