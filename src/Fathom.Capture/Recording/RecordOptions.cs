using Fathom.Recorder.Kernel;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Calls;

namespace Fathom.Capture.Recording;

/// <summary>What is recorded, for how long, and where it goes.</summary>
/// <param name="Command">The command line, for the manifest.</param>
/// <param name="SaveTo">The recording, NAME.fathom. What is recorded goes into NAME.raw beside it first.</param>
public sealed record RecordOptions(string Command, string SaveTo)
{
    /// <summary>Whether a recording of that name is replaced.</summary>
    public bool Replace { get; init; }

    /// <summary>A program and its arguments that are started, whose end is that of the recording; empty for none.</summary>
    public IReadOnlyList<string> Program { get; init; } = [];

    /// <summary>Processes that the recording is about; empty for all.</summary>
    public IReadOnlyList<int> Processes { get; init; } = [];

    /// <summary>The longest time; null for until it is stopped.</summary>
    public TimeSpan? Duration { get; init; }

    /// <summary>Bytes of what is recorded at which it ends; null for no limit.</summary>
    public long? MaxBytes { get; init; }

    /// <summary>How much of the time is kept; null for all of it.</summary>
    public TimeSpan? Ring { get; init; }

    /// <summary>The same in nanoseconds.</summary>
    internal long? KeepNs => Ring is { } ring ? (long)ring.TotalNanoseconds : null;

    /// <summary>When the ring is saved by itself; null for when somebody asks.</summary>
    public RingTriggers? Triggers { get; init; }

    /// <summary>Samples of each busy processor per second.</summary>
    public int Frequency { get; init; } = KernelRecorderOptions.UsualFrequency;

    /// <summary>Bytes of the stack that are copied with each sample, see <see cref="KernelRecorderOptions.SampleStackBytes"/>; null for the usual ones.</summary>
    public int? StackBytes { get; init; }

    /// <summary>Bytes of each processor's ring.</summary>
    public int RingBytes { get; init; } = KernelRecorderOptions.UsualRingBytes;

    /// <summary>Further tracepoints.</summary>
    public IReadOnlyList<string> Tracepoints { get; init; } = [];

    /// <summary>Profiles beside what is always recorded.</summary>
    public IReadOnlyList<RecordProfile> Profiles { get; init; } = [];

    /// <summary>Providers of runtime events beside the usual ones.</summary>
    public IReadOnlyList<EventProvider> Providers { get; init; } = [];

    /// <summary>Whether requests are recorded of runtimes before .NET 8 too, where each costs about 20 µs of CPU time.</summary>
    public bool Requests { get; init; }

    /// <summary>Whether the runtime of a started program keeps and tells what it inlined.</summary>
    public bool Inlined { get; init; }

    /// <summary>Whether the kernel's part is recorded: samples, waits and lifetimes.</summary>
    public KernelUse Kernel { get; init; }

    /// <summary>Whether no events of runtimes are recorded.</summary>
    public bool WithoutRuntimes { get; init; }

    /// <summary>How Fathom is started once more: its file, and for one that <c>dotnet</c> runs, the assembly.</summary>
    public IReadOnlyList<string> Fathom { get; init; } = [];

    /// <summary>Whether the raw files are kept and no recording is made of them.</summary>
    public bool KeepsRaw { get; init; }

    /// <summary>Labels of the recording.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>();

    /// <summary>Folders with symbols that the user named.</summary>
    public IReadOnlyList<string> SymbolFolders { get; init; } = [];

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }
}
