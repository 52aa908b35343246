using System.Text.Json;
using Fathom.Files;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Kernel.Bpf;

namespace Fathom.Capture.Recording;

/// <summary>What a recorder says of itself beside its raw files. It is written when it begins and again when it ends, so that a killed one leaves the first.</summary>
/// <param name="Version">Version of this form.</param>
/// <param name="Command">Its command line.</param>
/// <param name="Recorder">Its name and version.</param>
/// <param name="ProcessId">Its own process, which the recording is not about.</param>
/// <param name="Processes">Processes that it is about; none for all.</param>
public sealed record RecorderNotes(int Version, string Command, string Recorder, int ProcessId, IReadOnlyList<int> Processes)
{
    /// <summary>The version that this program writes.</summary>
    public const int CurrentVersion = 1;

    /// <summary>When its process started, which tells it from a later one of the same number; null where that is not known.</summary>
    public string? Start { get; init; }

    /// <summary>The program that it started; null for none.</summary>
    public int? Started { get; init; }

    /// <summary>How much of the time was to be kept, in nanoseconds; null for all of it.</summary>
    public long? RingNs { get; init; }

    /// <summary>Which time the files hold, where it is not all that was recorded; null before they were made.</summary>
    public RecordWindow? Window { get; init; }

    /// <summary>The conditions that led to these files.</summary>
    public IReadOnlyList<SaveCause> SavedFor { get; init; } = [];

    /// <summary>What it used of processors while all sources were on, in nanoseconds; null before its end.</summary>
    public long? CpuNs { get; init; }

    /// <summary>How long all sources were on, in nanoseconds; null before its end.</summary>
    public long? RunNs { get; init; }

    /// <summary>Labels of the recording.</summary>
    public IReadOnlyDictionary<string, string> Labels { get; init; } = new Dictionary<string, string>();

    /// <summary>What is not recorded, and why.</summary>
    public IReadOnlyList<RefusedEvent> Refused { get; init; } = [];

    /// <summary>Each source, and from when to when it was recorded.</summary>
    public IReadOnlyList<SourceWindow> Sources { get; init; } = [];

    /// <summary>Events that did not run for a while.</summary>
    public IReadOnlyList<SilentEvent> Silent { get; init; } = [];

    /// <summary>What was lost, by processor and second.</summary>
    public IReadOnlyList<LostEvents> Lost { get; init; } = [];

    /// <summary>What became of each event's occurrences.</summary>
    public IReadOnlyList<EventCount> Counts { get; init; } = [];

    /// <summary>What came of the stacks that were copied, by event.</summary>
    public IReadOnlyList<CopiedStacks> Stacks { get; init; } = [];

    /// <summary>What became of system calls; null where none were recorded.</summary>
    public RecordedCallCounts? Calls { get; init; }

    /// <summary>Files that stacks lead through, and that were left out because of their size.</summary>
    public long LeftOutFiles { get; init; }

    /// <summary>Mappings from before a ring that found no room in what is kept of that time.</summary>
    public long MappingsWithoutRoom { get; init; }

    /// <summary>Methods, modules and assemblies from before a ring that found no room in what is kept of that time.</summary>
    public long CodeWithoutRoom { get; init; }

    /// <summary>Bytes of the kernel's rings that made no sense.</summary>
    public long BrokenBytes { get; init; }

    /// <summary>Threads whose state at the start was not read in time.</summary>
    public int UnreadThreads { get; init; }

    /// <summary>Why it ended: a word of <see cref="RecordEnd"/>; null while it runs, and where it was killed.</summary>
    public string? End { get; init; }

    /// <summary>Why it could not be written to its end; null where it could.</summary>
    public string? Failure { get; init; }

    /// <summary>Writes them; only their owner may read them.</summary>
    public void Write(string path)
    {
        string partial = path + ".partial";
        // What a full disk, or somebody else, left there.
        OwnTree.DeleteFile(partial);
        using (FileStream stream = new(OwnFile.Make(partial), FileAccess.Write))
            JsonSerializer.Serialize(stream, this, RecorderNotesJson.Default.RecorderNotes);
        OwnTree.Rename(partial, path);
    }

    /// <summary>Reads them; null where they are not there, or make no sense.</summary>
    public static RecorderNotes? TryRead(string path)
    {
        try
        {
            using FileStream stream = RegularFile.OpenRead(path);
            return JsonSerializer.Deserialize(stream, RecorderNotesJson.Default.RecorderNotes) is { Version: CurrentVersion } notes ? notes : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }
}
