using Fathom.Capture.Actions;
using Fathom.Recorder.Kernel;

namespace Fathom.Capture.Recording;

/// <summary>What a recording came to.</summary>
/// <param name="End">Why it ended.</param>
/// <param name="Duration">From the moment at which all sources were on to its end.</param>
/// <param name="RawFolder">Where the raw files are; null where they were removed, because the recording holds all of it.</param>
/// <param name="RawBytes">Their size.</param>
/// <param name="Recording">The recording; null where none was made.</param>
public sealed record RecordOutcome(RecordEnd End, TimeSpan Duration, string? RawFolder, long RawBytes, string? Recording)
{
    /// <summary>Which time it holds, where it is not all that was recorded.</summary>
    public RecordWindow? Window { get; init; }

    /// <summary>What was saved of it meanwhile.</summary>
    public IReadOnlyList<SavedRecording> Saves { get; init; } = [];

    /// <summary>What was made beside the saves because of a condition.</summary>
    public IReadOnlyList<ActionFile> Files { get; init; } = [];

    /// <summary>How much of what was to be done because of a condition was not, or failed; each was told.</summary>
    public int Undone { get; init; }

    /// <summary>What a reader must know of a ring and of the conditions for its saves, a sentence each.</summary>
    public IReadOnlyList<string> RingNotes { get; init; } = [];

    /// <summary>What was recorded of the kernel; null where nothing could be.</summary>
    public KernelRecorderResult? Kernel { get; init; }

    /// <summary>What the recording lacks beside what was said at its begin, and why.</summary>
    public IReadOnlyList<RefusedEvent> RefusedLater { get; init; } = [];

    /// <summary>How the program ended that was started, in words; null where none was, or it runs on.</summary>
    public string? ProgramEnd { get; init; }

    /// <summary>Its exit code, as a shell tells it; null as for <see cref="ProgramEnd"/>.</summary>
    public int? ProgramCode { get; init; }

    /// <summary>Number of the program that was started; null where none was.</summary>
    public int? ProgramId { get; init; }

    /// <summary>Numbers of the processes that the recording is about, and of the .NET programs that they started; none where it is about all.</summary>
    public IReadOnlyList<int> Programs { get; init; } = [];

    /// <summary>Why no recording was made of the raw files, in one sentence; null where one was, or none was asked for.</summary>
    public string? ExtractionFailure { get; init; }
}
