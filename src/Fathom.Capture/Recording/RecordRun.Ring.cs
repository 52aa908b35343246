using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Runtimes;
using Fathom.Recorder.Segments;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Recording;

/// <content>Keeps the last part of what is recorded, and saves it when it is asked to.</content>
public sealed partial class RecordRun
{
    // Runtimes send what they have ten times a second.
    private static readonly TimeSpan s_sent = TimeSpan.FromMilliseconds(300);
    private static readonly TimeSpan s_names = TimeSpan.FromSeconds(10);

    private readonly ConcurrentQueue<long> _asked = new();
    private readonly AutoResetEvent _isAsked = new(false);
    private readonly List<Task> _saving = [];
    private long _startNs;

    /// <summary>Is told of each recording that was saved, on any thread.</summary>
    public Action<SavedRecording>? Saved { get; init; }

    /// <summary>Asks for a recording of the last part up to now; recording goes on. Any thread may ask, at any time.</summary>
    public void Save()
    {
        _asked.Enqueue(Stopwatch.GetTimestamp());
        _isAsked.Set();
    }

    private void BeginRing(RawFolder raw, bool isMachine)
    {
        if (options.Ring is null)
            return;
        if (isMachine && !ProcNamespace.IsFirst)
        {
            throw FathomException.NotPossible(
                "A ring of the whole machine needs the PID namespace of the machine, and this one is another.",
                "run the container with --pid=host, or leave out --ring");
        }

        OwnFile.MakeFolder(raw.PathOf(SegmentFiles.Folder));
    }

    // What cannot be given up would fill the disk.
    private bool TryTrim()
    {
        if (options.Ring is null)
            return true;
        try
        {
            _kernel?.Trim();
            _runtimes?.Trim();
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _refused.Add(new RefusedEvent("the rest", $"The segments of the ring cannot be written: {e.Message}", "free space on the disk"));
            return false;
        }
    }

    private void SaveAsked(RawFolder raw, RecorderNotes notes)
    {
        while (options.Ring is not null && _asked.TryDequeue(out long askedNs))
        {
            long start = Stopwatch.GetTimestamp();
            string? path = null;
            try
            {
                path = NextName();
                SaveOne(raw, notes, path, askedNs);
            }
            catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
            {
                Saved?.Invoke(new SavedRecording(null, null, default, Stopwatch.GetElapsedTime(start), e.Message, []));
            }
        }
    }

    private void SaveOne(RawFolder raw, RecorderNotes notes, string path, long toNs)
    {
        TimeSpan early = s_sent - Stopwatch.GetElapsedTime(toNs);
        if (early > TimeSpan.Zero)
            _ = _soon.WaitHandle.WaitOne(early);
        (IReadOnlyDictionary<string, IReadOnlyList<Func<Stream>>> names, IReadOnlyList<RuntimeProblem> problems) = _runtimes!.AskForNames(s_names);
        RawFolder into = RawFolder.Create(path, replace: false);
        try
        {
            RecordWindow window = WindowUntil(toNs);
            (IReadOnlyList<SourceWindow> sources, window, _) = RingCut.Make(raw, into, window, _kernel, _runtimes, _machine, names);
            string[] lacks = [.. problems.Select(static problem => problem.Sentence)];
            RecorderNotes saved = notes with
            {
                Refused = [.. _refused, .. problems.Select(static problem => new RefusedEvent("names of methods", problem.Sentence, null))],
                Sources = sources,
                Window = window,
                Lost = _kernel?.LostIn(window.Span) ?? [],
                End = "saved",
            };
            saved.Write(into.PathOf(RawFolder.NotesFile));
            _saving.RemoveAll(static task => task.IsCompleted);
            _saving.Add(Task.Factory.StartNew(
                () => ExtractSaved(into, path, toNs, window, lacks), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default));
        }
        catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
        {
            into.Remove();
            throw;
        }
    }

    private void ExtractSaved(RawFolder from, string path, long askedNs, RecordWindow window, IReadOnlyList<string> lacks)
    {
        TimeSpan length = TimeSpan.FromMicroseconds((window.ToNs - Math.Max(window.FromNs, window.StartNs)) / 1e3);
        try
        {
            if (!options.KeepsRaw)
            {
                RawExtractionOptions how = new(options.Command, options.Time) { SymbolFolders = options.SymbolFolders };
                RawExtraction.Run(from, path, replace: false, how, new Unseen(), _soon);
                from.Remove();
            }

            Saved?.Invoke(new SavedRecording(
                options.KeepsRaw ? null : path, options.KeepsRaw ? from.Path : null, length, Stopwatch.GetElapsedTime(askedNs), null, lacks));
        }
        catch (Exception e) when (e is FathomException or OperationCanceledException)
        {
            Saved?.Invoke(new SavedRecording(null, from.Path, length, Stopwatch.GetElapsedTime(askedNs), e.Message, lacks));
        }
    }

    // What is being saved when the recording ends is saved first.
    private void AwaitSaves()
    {
        try
        {
            Task.WaitAll([.. _saving], _soon);
        }
        catch (OperationCanceledException)
        {
            // The raw files stay.
        }
    }

    // What is shorter than the ring is whole.
    private RecordWindow WindowUntil(long toNs) => toNs - options.KeepNs!.Value is var fromNs && fromNs > _startNs
        ? new RecordWindow(fromNs, toNs, _startNs, 0)
        : new RecordWindow(0, toNs, _startNs, 0);

    private RecorderNotes Keep(RawFolder raw, RecorderNotes notes, ref KernelRecorderResult? kernel, long stopNs)
    {
        (IReadOnlyList<SourceWindow> sources, RecordWindow window, long samples) =
            RingCut.Make(raw, raw, WindowUntil(stopNs), _kernel, _runtimes!, null, null);
        OwnTree.DeleteFolder(raw.PathOf(SegmentFiles.Folder));
        if (window.FromNs == 0)
            return notes with { Sources = sources, RingNs = options.KeepNs };
        // What was counted and unwound was so in all of the time.
        if (kernel is not null)
            kernel = kernel with { Counts = [], Stacks = [], Lost = _kernel!.LostIn(window.Span), Samples = samples };
        return notes with
        {
            Sources = sources,
            Window = window,
            Counts = [],
            Stacks = [],
            Lost = kernel?.Lost ?? [],
            Silent = [.. notes.Silent.Where(each => each.ToNs > window.FromNs)],
        };
    }

    private string NextName()
    {
        string plain = RawFolder.PathFor(options.SaveTo)[..^RawFolder.Suffix.Length];
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
