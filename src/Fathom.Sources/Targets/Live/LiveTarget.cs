using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Targets.Live;

/// <summary>What work inside a <see cref="TargetSession"/> may use. Valid during the call only, and on its thread only.</summary>
public sealed class LiveTarget
{
    internal LiveTarget(int processId, ITargetMemory memory, ClrRuntime runtime, CancellationToken due)
    {
        ProcessId = processId;
        Memory = memory;
        Runtime = runtime;
        Due = due;
    }

    /// <summary>Number of the target (pid).</summary>
    public int ProcessId { get; }

    /// <summary>Its memory.</summary>
    public ITargetMemory Memory { get; }

    /// <summary>The runtime as ClrMD shows it, with nothing cached from before the call.</summary>
    public ClrRuntime Runtime { get; }

    /// <summary>Signalled when the work must end: the deadline has passed, or the caller has cancelled. Look at it often.</summary>
    public CancellationToken Due { get; }

    /// <summary>When the target was told to stop, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp; 0 while it runs.</summary>
    public long StopTimestamp { get; internal init; }
}
