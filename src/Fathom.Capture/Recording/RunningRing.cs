using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Recording;

/// <summary>A flight recorder of this user that runs now.</summary>
/// <param name="ProcessId">Its number (pid).</param>
/// <param name="Raw">Full path of its raw files.</param>
public sealed record RunningRing(int ProcessId, string Raw)
{
    private const int MostNamed = 5;
    private const string Held = "/" + RawFolder.HeldFile;

    /// <summary>The recording that it makes at its end.</summary>
    public string Recording => RawFolder.RecordingOf(Raw);

    private string Text => $"process {ProcessId} ('{Recording}')";

    /// <summary>Finds the one that is meant.</summary>
    /// <param name="word">Its pid, or the name or path of its recording or raw files; null for the only one.</param>
    /// <exception cref="FathomException">There is none, or several.</exception>
    public static RunningRing Find(string? word)
    {
        ProcNamespace.Check();
        (List<RunningRing> rings, List<RunningRing> others) = Look();
        if (word is not null)
            return rings.Find(ring => ring.IsNamed(word)) ?? throw NotFound(word, rings, others);
        return rings switch
        {
            [var only] => only,
            [] when others is [var other, ..] => throw KeepsAll(other),
            [] => throw FathomException.Target(
                "This user has no running flight recorder.", "start one: fathom record MyApp --ring 60s; one of another user is saved by that user"),
            _ => throw FathomException.Target($"{rings.Count} flight recorders run: {Named(rings)}.", $"name one: fathom save {rings[0].ProcessId}"),
        };
    }

    private static FathomException NotFound(string word, List<RunningRing> rings, List<RunningRing> others)
    {
        if (others.Find(other => other.IsNamed(word)) is { } other)
            return KeepsAll(other);
        string running = rings.Count == 0 ? "start one: fathom record MyApp --ring 60s; one of another user is saved by that user" : $"those that run: {Named(rings)}";
        return FathomException.Target($"'{word}' is no running flight recorder of this user.", running);
    }

    private static FathomException KeepsAll(RunningRing recorder) => FathomException.Target(
        $"Process {recorder.ProcessId} records without --ring: all that it recorded is in '{recorder.Recording}' when it ends.",
        $"end it: kill -INT {recorder.ProcessId}");

    private static string Named(List<RunningRing> rings) =>
        string.Join(", ", rings.Take(MostNamed).Select(static ring => ring.Text)) + (rings.Count > MostNamed ? $" and {rings.Count - MostNamed} more" : "");

    private bool IsNamed(string word)
    {
        if (int.TryParse(word, out int processId))
            return processId == ProcessId;
        string raw = RawFolder.PathFor(word.EndsWith(RawFolder.Suffix, StringComparison.Ordinal) ? word[..^RawFolder.Suffix.Length] : word);
        return Path.GetFullPath(raw) == Raw || raw == Path.GetFileName(Raw);
    }

    // By the file that each holds: nothing is left of it that could lie when the recorder is gone.
    private static (List<RunningRing> Rings, List<RunningRing> Others) Look()
    {
        List<RunningRing> rings = [], others = [];
        uint? user = ProcStatus.Of(ProcNamespace.OwnNumber)?.UserId;
        foreach (int processId in ProcessInstance.Numbers().Order())
        {
            // What others say of themselves is not believed.
            if (ProgramName.Of(processId) is not ("fathom" or "dotnet") || ProcStatus.Of(processId)?.UserId != user)
                continue;
            foreach (string raw in HeldBy(processId))
            {
                if (!OwnFile.IsFolder(raw) || RecorderNotes.TryRead(Path.Combine(raw, RawFolder.NotesFile)) is not { } notes)
                    continue;
                if (RunningRecorder.Of(notes, raw) is { IsSure: true, IsElsewhere: false } running && running.ProcessId == processId)
                    (notes.RingNs is null ? others : rings).Add(new RunningRing(processId, raw));
            }
        }

        return (rings, others);
    }

    private static string[] HeldBy(int processId)
    {
        try
        {
            return
            [
                .. Directory.EnumerateFileSystemEntries($"/proc/{processId}/fd").Select(static each => new FileInfo(each).LinkTarget)
                    .OfType<string>().Where(static path => path.EndsWith(Held, StringComparison.Ordinal)).Select(static path => path[..^Held.Length]).Distinct(),
            ];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // It has ended meanwhile.
            return [];
        }
    }
}
