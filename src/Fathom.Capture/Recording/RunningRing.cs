using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Capture.Recording;

/// <summary>A flight recorder of this user that runs now.</summary>
/// <param name="ProcessId">Its number (pid).</param>
/// <param name="Raw">Full path of its raw files.</param>
public sealed record RunningRing(int ProcessId, string Raw)
{
    private const int MostNamed = 5;
    private const string Tool = "fathom";
    private const string StartOne = "start one: fathom record MyApp --ring 60s; one of another user is saved by that user";
    private const string Held = "/" + RawFolder.HeldFile;

    /// <summary>The recording that it makes at its end.</summary>
    public string Recording => RawFolder.RecordingOf(Raw);

    private string Text => $"process {ProcessId} ('{Recording}')";

    /// <summary>Finds the one that is meant.</summary>
    /// <param name="word">Its pid, or the name or path of its recording or raw files; null for the only one.</param>
    /// <exception cref="FathomException">No recorder fits, or several do.</exception>
    public static RunningRing Find(string? word) => Find(word, HeldBy);

    /// <summary>Finds the one that is meant.</summary>
    /// <param name="word">As above.</param>
    /// <param name="heldBy">The raw folders that a process holds; null where that may not be looked at.</param>
    /// <exception cref="FathomException">No recorder fits, or several do.</exception>
    internal static RunningRing Find(string? word, Func<int, string[]?> heldBy)
    {
        ProcNamespace.Check();
        Running running = Look(heldBy);
        if (word is not null)
            return Meant(word, running) ?? throw NotFound(word, running);
        return running.Rings switch
        {
            [var only] => only,
            [] when running.FirstTool is { } hidden => throw Hidden(hidden),
            [] when running.Others is [var other, ..] => throw KeepsAll(other),
            [] => throw FathomException.Target("This user has no running flight recorder.", StartOne),
            _ => throw FathomException.Target(
                $"{running.Rings.Count} flight recorders run: {Named(running.Rings)}.",
                $"name one: fathom save {running.Rings[0].ProcessId}"),
        };
    }

    // A path is one of them; a name may be that of several, in several folders.
    private static RunningRing? Meant(string word, Running running)
    {
        if (int.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out int processId))
        {
            return running.Unseen.Contains(processId) && ProgramName.Of(processId) == Tool
                ? throw Hidden(processId)
                : Only(word, running, ring => ring.ProcessId == processId);
        }

        string plain = Path.TrimEndingDirectorySeparator(word);
        bool isRaw = plain.EndsWith(RawFolder.Suffix, StringComparison.Ordinal);
        string raw = RawFolder.PathFor(isRaw ? plain[..^RawFolder.Suffix.Length] : plain);
        string full = Canonical(raw);
        return Only(word, running, ring => ring.Raw == full)
            ?? OfFolder(full, running)
            ?? Only(word, running, ring => Path.GetFileName(ring.Raw) == raw);
    }

    private static RunningRing? Only(string word, Running running, Predicate<RunningRing> isMeant)
    {
        List<RunningRing> meant = running.Rings.FindAll(isMeant);
        return meant switch
        {
            [var only] => only,
            [] when running.Others.Find(isMeant) is { } other => throw KeepsAll(other),
            [] => null,
            _ => throw FathomException.Target(
                $"'{word}' is the name of {meant.Count} flight recorders: {Named(meant)}.",
                $"give the pid or the path of one: fathom save {meant[0].ProcessId}"),
        };
    }

    // What a process with capabilities holds is hidden. The notes in a folder of this user tell the same, and its lock that they are true.
    private static RunningRing? OfFolder(string raw, Running running)
    {
        if (!OwnFile.IsFolder(raw) || RecorderNotes.TryRead(Path.Combine(raw, RawFolder.NotesFile)) is not { } notes)
            return null;
        if (RunningRecorder.Of(notes, raw) is not { IsSure: true, IsElsewhere: false } recorder
            || !running.Unseen.Contains(recorder.ProcessId))
            return null;
        RunningRing ring = new(recorder.ProcessId, raw);
        return !FileHold.IsHeld(raw + Held) ? null : notes.RingNs is null ? throw KeepsAll(ring) : ring;
    }

    private static FathomException NotFound(string word, Running running)
    {
        string next = running.Rings.Count == 0 ? StartOne : $"those that run: {Named(running.Rings)}";
        string hidden = running.FirstTool is { } unseen ? $"; process {unseen} cannot be looked at: give the path of its recording" : "";
        return FathomException.Target($"'{word}' is no running flight recorder of this user.", next + hidden);
    }

    private static FathomException Hidden(int processId) => FathomException.Target(
        $"Process {processId}, a fathom of this user, cannot be looked at: it has more rights, such as CAP_PERFMON.",
        $"give the path of its recording: fathom save FOLDER/NAME.fathom; if it is a flight recorder, kill -USR2 {processId} saves too");

    private static FathomException KeepsAll(RunningRing recorder) => FathomException.Target(
        $"Process {recorder.ProcessId} records without --ring: all that it recorded is in '{recorder.Recording}' when it ends.",
        $"end it: kill -INT {recorder.ProcessId}");

    private static string Named(List<RunningRing> rings) =>
        string.Join(", ", rings.Take(MostNamed).Select(static ring => ring.Text)) + (rings.Count > MostNamed ? $" and {rings.Count - MostNamed} more" : "");

    // By the file that each holds: nothing is left of it that could lie when the recorder is gone.
    private static Running Look(Func<int, string[]?> heldBy)
    {
        Running running = new([], [], []);
        uint? user = ProcStatus.Of(ProcNamespace.OwnNumber)?.UserId;
        foreach (int processId in ProcessInstance.Numbers().Order())
        {
            // What others say of themselves is not believed.
            if (processId == Environment.ProcessId || ProgramName.Of(processId) is not (Tool or "dotnet")
                || ProcStatus.Of(processId)?.UserId != user)
                continue;
            string[]? held = heldBy(processId);
            if (held is null)
                running.Unseen.Add(processId);
            foreach (string raw in held ?? [])
            {
                if (!OwnFile.IsFolder(raw) || RecorderNotes.TryRead(Path.Combine(raw, RawFolder.NotesFile)) is not { } notes)
                    continue;
                if (RunningRecorder.Of(notes, raw) is { IsSure: true, IsElsewhere: false } recorder && recorder.ProcessId == processId)
                    (notes.RingNs is null ? running.Others : running.Rings).Add(new RunningRing(processId, raw));
            }
        }

        return running;
    }

    private static string[]? HeldBy(int processId)
    {
        try
        {
            string[] all = Directory.GetFileSystemEntries($"/proc/{processId}/fd");
            string[] links = [.. all.Select(static each => new FileInfo(each).LinkTarget).OfType<string>()];
            if (links.Length == 0 && all.Length > 0)
                return null;
            IEnumerable<string> held = links.Where(static path => path.EndsWith(Held, StringComparison.Ordinal));
            return [.. held.Select(static path => path[..^Held.Length]).Distinct()];
        }
        catch (UnauthorizedAccessException)
        {
            return null;
        }
        catch (IOException)
        {
            // It has ended meanwhile.
            return [];
        }
    }

    // As the kernel names what is held: links on the way are followed.
    private static string Canonical(string raw)
    {
        try
        {
            using SafeFileHandle file = RegularFile.OpenHandle(Path.Combine(raw, RawFolder.HeldFile));
            string? path = new FileInfo($"/proc/self/fd/{file.DangerousGetHandle()}").LinkTarget;
            return path is not null && path.EndsWith(Held, StringComparison.Ordinal) ? path[..^Held.Length] : Path.GetFullPath(raw);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Path.GetFullPath(raw);
        }
    }

    /// <summary>What runs of this user.</summary>
    /// <param name="Rings">Flight recorders.</param>
    /// <param name="Others">Recorders that keep all.</param>
    /// <param name="Unseen">Processes that may be one, and may not be looked at.</param>
    private sealed record Running(List<RunningRing> Rings, List<RunningRing> Others, List<int> Unseen)
    {
        /// <summary>The first one of these that is Fathom by its name; null for none.</summary>
        public int? FirstTool => Unseen.Where(static processId => ProgramName.Of(processId) == Tool).Cast<int?>().FirstOrDefault();
    }
}
