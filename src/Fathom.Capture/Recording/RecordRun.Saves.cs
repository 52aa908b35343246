using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Runtimes;
using Fathom.Recorder.Segments;

namespace Fathom.Capture.Recording;

/// <content>Saves the last part when somebody asks for it, or a condition is met.</content>
public sealed partial class RecordRun
{
    // One is read, the next one waits for it; what is asked for beside waits in the ring.
    private const int MostUnsaved = 2;
    private const double MebiByte = 1 << 20;

    private static readonly RefusedEvent s_unflushed = new(
        "the last events of the kernel",
        "The rings of the kernel were not emptied in time, so events from shortly before the end may be missing.",
        null);

    // Runtimes send what they have ten times a second.
    private static readonly TimeSpan s_sent = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan s_names = TimeSpan.FromSeconds(10);

    private readonly AskedSaves _asked = new();
    private readonly ConcurrentQueue<SavedRecording> _saves = [];
    private RingWatch? _watch;
    private RingActions? _actions;
    private SaveBook? _book;
    private Task _saving = Task.CompletedTask;
    private int _unsaved;

    /// <summary>Receives each saved recording, on any thread.</summary>
    public Action<SavedRecording>? Saved { get; init; }

    /// <summary>Asks for a recording of the last part up to now; recording goes on. Any thread may ask, at any time.</summary>
    public void Save() => _asked.Add(Stopwatch.GetTimestamp());

    /// <summary>Receives each sentence about the conditions for saves, on any thread.</summary>
    public Action<string>? Noted { get; init; }

    // What can never be met is known before anything is made.
    private void PrepareConditions(CancellationToken stop)
    {
        if (options is not { Ring: { } ring, Triggers: { } triggers })
            return;
        _watch = new RingWatch(
            triggers, ring, options.Time, Met, sentence => Noted?.Invoke(sentence));
        foreach (int processId in options.Processes)
            _watch.Prepare(processId, stop);
        if (triggers.Then.Count == 0)
            return;
        foreach (int processId in options.Processes)
            RingActions.Check(triggers.Then, processId);
        _actions = new RingActions(triggers.Then, options, sentence => Noted?.Invoke(sentence), _soon);
    }

    // The end of what is saved is fixed before anything else is done.
    private void Met(SaveCause cause)
    {
        Task<string?>? save = _actions?.Expect(cause);
        _asked.Add(Stopwatch.GetTimestamp(), cause);
        if (save is not null)
            _actions!.Begin(cause, save);
    }

    private void SaveAsked(RawFolder raw, RecorderNotes notes)
    {
        _book?.Flush();
        // Their time stays in the ring meanwhile.
        if (options.Ring is null || Volatile.Read(ref _unsaved) >= MostUnsaved || _asked.Take() is not { } asked)
            return;
        // Before all sources were on.
        asked = asked.LastNs > _startNs ? asked : asked with { LastNs = Stopwatch.GetTimestamp() };
        try
        {
            CheckRoom(raw);
            SaveOne(raw, notes, NextName(), asked);
        }
        catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
        {
            Tell(new SavedRecording(asked.LastNs, null, null, default, e.Message, []) { Causes = asked.Causes, Count = asked.Count });
        }
    }

    private void Tell(SavedRecording saved)
    {
        _saves.Enqueue(saved);
        _watch?.Tell(saved);
        _actions?.Tell(saved);
        _book?.Add(saved.ToNote());
        Saved?.Invoke(saved);
    }

    // What goes on is worth more than a save that fills its disk.
    private static void CheckRoom(RawFolder raw)
    {
        string folder = Path.GetDirectoryName(Path.GetFullPath(raw.Path)) ?? "/";
        long needed = SegmentFiles.Bytes(raw.PathOf(SegmentFiles.Folder));
        if (FreeSpace.In(folder) is var free && free < needed)
        {
            throw FathomException.Target(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"The disk of '{folder}' has {free / MebiByte:0.0} MiB of free space, and the ring has {needed / MebiByte:0.0} MiB."),
                "free space on it");
        }
    }

    private void SaveOne(RawFolder raw, RecorderNotes notes, string path, AskedSave asked)
    {
        TimeSpan early = s_sent - Stopwatch.GetElapsedTime(asked.LastNs);
        if (early > TimeSpan.Zero)
            _ = _soon.WaitHandle.WaitOne(early);
        (IReadOnlyDictionary<string, IReadOnlyList<Func<Stream>>> names, IReadOnlyList<RuntimeProblem> problems) = _runtimes!.AskForNames(s_names);
        RawFolder into = RawFolder.Create(path, replace: false);
        try
        {
            // Joined ones have the time before each, but twice the time of the ring at most.
            RecordWindow window = WindowOf(Math.Max(asked.FirstNs, asked.LastNs - options.KeepNs!.Value), asked.LastNs);
            (IReadOnlyList<SourceWindow> sources, window, _, long unmapped) = RingCut.Make(raw, into, window, _kernel, _runtimes, _machine, names);
            RefusedEvent[] refused =
            [
                .. problems.Select(static problem => new RefusedEvent("names of methods", problem.Sentence, null)),
                .. _kernel is { IsFlushed: false } ? (RefusedEvent[])[s_unflushed] : [],
            ];
            RecorderNotes told = NotesOf(notes, window, sources, refused) with
            {
                SavedFor = asked.Causes, MappingsWithoutRoom = unmapped, CodeWithoutRoom = _runtimes.CodeWithoutRoom,
            };
            told.Write(into.PathOf(RawFolder.NotesFile));
            string[] lacks = [.. refused.Select(static each => each.Why), .. RecordedParts.WithoutRoom(told)];
            Interlocked.Increment(ref _unsaved);
            // One after the other: each takes the memory and the processors that it can get.
            _saving = _saving.ContinueWith(
                _ => ExtractSaved(into, path, window, lacks, asked),
                CancellationToken.None,
                TaskContinuationOptions.LongRunning,
                TaskScheduler.Default);
        }
        catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
        {
            into.Remove();
            throw;
        }
    }

    private RecorderNotes NotesOf(
        RecorderNotes notes, RecordWindow window, IReadOnlyList<SourceWindow> sources, RefusedEvent[] refused) => notes with
    {
        Refused = [.. _refused, .. refused],
        Sources = sources,
        Window = window,
        Lost = _kernel?.LostIn(window.Span) ?? [],
        Silent = _kernel?.SilentIn(window.Span) ?? [],
        Failure = _kernel?.Failure,
        BrokenBytes = _kernel?.BrokenBytes ?? 0,
        LeftOutFiles = _kernel?.LeftOutFiles ?? 0,
        UnreadThreads = _kernel?.UnreadThreads ?? 0,
        End = "saved",
    };

    private void ExtractSaved(RawFolder from, string path, RecordWindow window, string[] lacks, AskedSave asked)
    {
        // OutOfMemoryException reaches no handler below.
        string? failure = "There was not enough memory for it.";
        try
        {
            if (!options.KeepsRaw)
            {
                RawExtractionOptions how = new(options.Command, options.Time) { SymbolFolders = options.SymbolFolders };
                RawExtraction.Run(from, path, replace: false, how, new Unseen(), _soon);
                lacks = [.. lacks, .. TryRemove(from)];
            }

            failure = null;
        }
        catch (OperationCanceledException)
        {
            failure = LeftNoTime;
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            // The recorder goes on, and so do other saves.
            failure = e.Message;
        }
        finally
        {
            Interlocked.Decrement(ref _unsaved);
            // fathom save waits for this note.
            bool isRaw = options.KeepsRaw || failure is not null;
            Tell(new SavedRecording(asked.LastNs, isRaw ? null : path, isRaw ? from.Path : null, window.Length(), failure, lacks)
            {
                Causes = asked.Causes, Count = asked.Count,
            });
        }
    }

    private static string[] TryRemove(RawFolder from)
    {
        try
        {
            from.Remove();
            return [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [$"'{from.Path}' could not be removed: {e.Message.TrimEnd('.')}."];
        }
    }

    // What is being saved when the recording ends is saved first.
    private void AwaitSaves()
    {
        try
        {
            _ = Task.WaitAny((Task[])[_saving], _soon);
        }
        catch (OperationCanceledException)
        {
            // The raw files stay.
        }
    }

    // Whoever asked for them looks into the recording itself.
    private void TellUnmade()
    {
        if (options.Ring is null || _asked.Take() is not { } asked)
            return;
        string what = asked.Count == 1 ? "It was" : string.Create(CultureInfo.InvariantCulture, $"{asked.Count} saves were");
        string why = $"{what} asked for while the recorder stopped, or other saves were made. The recording itself has the last part.";
        Tell(new SavedRecording(asked.LastNs, null, null, default, why, [])
        {
            Causes = asked.Causes, Count = asked.Count, IsStopping = true,
        });
    }

    private string NextName()
    {
        string plain = RawFolder.StemOf(options.SaveTo);
        for (int count = 1; ; count++)
        {
            string name = string.Create(CultureInfo.InvariantCulture, $"{plain}-{count}.fathom");
            if (!Path.Exists(name) && !Path.Exists(RawFolder.PathFor(name)))
                return name;
        }
    }

    private sealed class Unseen : IProgress<Progress>
    {
        public void Report(Progress value)
        {
        }
    }
}
