using Fathom.Sources.Threads.Unwinding;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Reads how frames of code are passed.</summary>
internal interface IFrameFiles
{
    /// <summary>Files that were left out because of their size: frames in them cannot be passed.</summary>
    long LeftOutCount { get; }

    /// <summary>What the file of a mapping tells; null where it is not there, not the one that was mapped, or has not been read yet.</summary>
    /// <param name="mapping">Code of a file.</param>
    /// <param name="pid">The process.</param>
    IFrameTable? Of(in CodeMapping mapping, int pid);
}
