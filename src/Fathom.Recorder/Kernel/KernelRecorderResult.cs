using Fathom.Recorder.Kernel.Bpf;

namespace Fathom.Recorder.Kernel;

/// <summary>What was recorded of the kernel's events.</summary>
/// <param name="StartNs">When all events were on, on CLOCK_MONOTONIC.</param>
/// <param name="StopNs">When they were switched off.</param>
/// <param name="Records">Records of the kernel in the file.</param>
/// <param name="Samples">Samples among them.</param>
/// <param name="Bytes">Size of the file.</param>
public sealed record KernelRecorderResult(long StartNs, long StopNs, long Records, long Samples, long Bytes)
{
    /// <summary>Whether all threads of the machine were recorded.</summary>
    public bool IsWholeMachine { get; init; }

    /// <summary>What was lost, by processor and second.</summary>
    public IReadOnlyList<LostEvents> Lost { get; init; } = [];

    /// <summary>Events that did not run for a while, though nobody here switched them off.</summary>
    public IReadOnlyList<SilentEvent> Silent { get; init; } = [];

    /// <summary>Samples of the recorder itself, which are not in the file.</summary>
    public long OwnSamples { get; init; }

    /// <summary>What could not be recorded, and why.</summary>
    public IReadOnlyList<RefusedEvent> Refused { get; init; } = [];

    /// <summary>What the kernel counted and what became of it, by event.</summary>
    public IReadOnlyList<EventCount> Counts { get; init; } = [];

    /// <summary>What became of system calls; null where none were recorded.</summary>
    public RecordedCallCounts? Calls { get; init; }

    /// <summary>What came of the stacks that were copied, by event.</summary>
    public IReadOnlyList<CopiedStacks> Stacks { get; init; } = [];

    /// <summary>Files that stacks lead through, and that were left out because of their size.</summary>
    public long LeftOutFiles { get; init; }

    /// <summary>Bytes of rings that made no sense and are not in the file.</summary>
    public long BrokenBytes { get; init; }

    /// <summary>Bytes that came through the rings: what is copied of stacks is not in the file.</summary>
    public long TakenBytes { get; init; }

    /// <summary>Threads whose state at the start was not read, because there were too many for the time that rings allow.</summary>
    public int UnreadThreads { get; init; }

    /// <summary>Why the recording ended before it was stopped, in one sentence; null where it did not.</summary>
    public string? Failure { get; init; }

    /// <summary>Bytes of each processor's ring, which may be fewer than were asked for.</summary>
    public int RingBytes { get; init; }
}
