using Fathom.Recorder.Segments;
using Fathom.Recorder.Kernel.Events;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Recorder.Kernel;

/// <summary>What is recorded of the kernel's events, and where it goes.</summary>
/// <param name="Path">The file; it must not be there yet.</param>
public sealed record KernelRecorderOptions(string Path)
{
    /// <summary>Samples of each busy processor per second that are taken by default: not a divisor of the rates at which programs do things.</summary>
    public const int UsualFrequency = 999;

    /// <summary>Bytes of the stack that are copied with each sample by default.</summary>
    public const int UsualStackBytes = EventSet.SampleStackBytes;

    /// <summary>Numbers of copied bytes are multiples of this.</summary>
    public const int StackBytesStep = sizeof(ulong);

    /// <summary>
    /// The largest <see cref="SampleStackBytes"/> that the kernel takes. Of a copy that would make a record longer than 65,535 bytes it leaves out the outer end.
    /// </summary>
    /// <remarks>Source: perf_event_open(2): sample_stack_user is below 65,535 and a multiple of 8.</remarks>
    public const int MostStackBytes = 65_528;

    private const int LeastUsualBytes = 8 << 20;
    private const int MostUsualBytes = 32 << 20;
    private const int UsualBytesOfAll = 256 << 20;

    /// <summary>
    /// Bytes of each processor's ring by default: 32 MiB, and less where a machine has more than eight, but 8 MiB at least. They hold half a second of what a processor tells at most.
    /// </summary>
    public static int UsualRingBytes { get; } =
        (int)System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Clamp(UsualBytesOfAll / Environment.ProcessorCount, LeastUsualBytes, MostUsualBytes));

    /// <summary>Samples of each busy processor per second.</summary>
    public int SampleFrequency { get; init; } = UsualFrequency;

    /// <summary>
    /// Bytes of the stack that are copied with each sample: a multiple of 8 up to <see cref="MostStackBytes"/>, 0 for call chains by frame pointers
    /// only. Null for <see cref="UsualStackBytes"/>, for less where rings are small, and for 512 where not the whole machine is recorded, because rings of ordinary users have room
    /// for little.
    /// </summary>
    public int? SampleStackBytes { get; init; }

    /// <summary>Processes that are recorded, with what they start; null for the whole machine.</summary>
    public IReadOnlyList<int>? Processes { get; init; }

    /// <summary>
    /// Records the program that the calling thread starts next, and what that starts, and nothing of the machine. For users who may not record more. The thread must live as long as the recorder.
    /// </summary>
    public bool FollowsNextProgram { get; init; }

    /// <summary>Bytes of each processor's ring, a power of two times the size of a page. Where the user may not have as many, there are fewer.</summary>
    public int RingBytes { get; init; } = UsualRingBytes;

    /// <summary>Further tracepoints, such as <c>block:block_rq_issue</c>, each with its call chain.</summary>
    public IReadOnlyList<string> Tracepoints { get; init; } = [];

    /// <summary>The same of profiles: they are left out where only some processes may be recorded, or where the kernel lacks
    /// them.</summary>
    public IReadOnlyList<ProfileEvent> MachineTracepoints { get; init; } = [];

    /// <summary>System calls that are recorded as file calls.</summary>
    public IReadOnlyList<RecordedCall> Calls { get; init; } = [];

    /// <summary>Numbers of those whose name, times and result are recorded.</summary>
    public IReadOnlyList<int> TracedCalls { get; init; } = [];

    /// <summary>Whether page faults are recorded.</summary>
    public bool Faults { get; init; }

    /// <summary>Processes whose calls and page faults are recorded, with what they start; null for all but the recorder.</summary>
    public IReadOnlyList<int>? CallProcesses { get; init; }

    /// <summary>Bytes that the raw files may have. When they are used, events are switched off at once.</summary>
    public SizeBudget Budget { get; init; } = SizeBudget.None;

    /// <summary>How long what was recorded is kept, in nanoseconds, as segments in the folder <see cref="SegmentFiles.Folder"/> beside <see cref="Path"/>; null for a whole recording there.</summary>
    public long? KeepNs { get; init; }

    /// <summary>Command line, for the file.</summary>
    public IReadOnlyList<string> CommandLine { get; init; } = [];

    /// <summary>Name and version of the recorder, for the file.</summary>
    public string Recorder { get; init; } = "fathom";
}
