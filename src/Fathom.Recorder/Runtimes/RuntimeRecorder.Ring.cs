using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Recorder.Segments;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Recorder.Runtimes;

/// <content>What is kept of the last part of a recording.</content>
public sealed partial class RuntimeRecorder
{
    /// <summary>Stands in the names of files of a ring that tell of code.</summary>
    public const string NamesName = "names";

    private int _saves;

    /// <summary>Code of which nothing is known any more, because there is too much of it.</summary>
    public long CodeWithoutRoom => Recorded().Sum(static runtime => runtime.Segments?.CodeWithoutRoom ?? 0);

    /// <summary>The folder of the segments of a file.</summary>
    internal static string SegmentFolder(string path) => Path.Combine(Path.GetDirectoryName(path)!, SegmentFiles.Folder);

    /// <summary>Gives up what is older than is kept, and what ended before. Not while <see cref="Cut"/> runs, nor at the end.</summary>
    /// <param name="nowNs">The time, or an earlier one up to which somebody still asks for.</param>
    /// <exception cref="IOException">What is needed of it cannot be written.</exception>
    public void Trim(long nowNs)
    {
        foreach ((ProcessInstance process, Lazy<Task<RecordedRuntime?>> begun) in _runtimes)
        {
            if (BegunOf(begun) is not { } runtime)
                continue;
            if (nowNs - Math.Max(runtime.EndNs, runtime.Beside?.EndNs ?? 0) > _options.KeepNs + SegmentList.LateNs)
            {
                GiveUp(process, runtime);
                continue;
            }

            runtime.Segments?.Trim(nowNs);
            runtime.Beside?.Segments?.Trim(nowNs);
        }
    }

    /// <summary>Asks the runtimes that run for the names of their methods, as they tell them at an end. Their sessions go on.</summary>
    /// <param name="limit">How long it may take.</param>
    /// <param name="problems">Gets those that did not answer.</param>
    /// <returns>By name of the file, what was told.</returns>
    public IReadOnlyDictionary<string, IReadOnlyList<Func<Stream>>> AskForNames(TimeSpan limit, ICollection<RuntimeProblem> problems)
    {
        int save = Interlocked.Increment(ref _saves);
        RecordedRuntime[] running = [.. Begun().Where(runtime => !runtime.HasEnded)];
        Task<(string Name, IReadOnlyList<Func<Stream>>? Told, string? Problem)>[] asked =
        [
            .. running.Select(runtime => Task.Factory.StartNew(
                () => Ask(runtime, save, limit), CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default)),
        ];
        Dictionary<string, IReadOnlyList<Func<Stream>>> told = [];
        for (int i = 0; i < asked.Length; i++)
        {
            (string name, IReadOnlyList<Func<Stream>>? files, string? problem) = asked[i].Result;
            if (files is not null)
                told[name] = files;
            if (problem is not null)
                problems.Add(new RuntimeProblem(running[i].Process.ProcessId, problem, null));
        }

        return told;
    }

    /// <summary>Makes the raw files of a span of time that has passed, of a ring that goes on, or has ended.</summary>
    /// <param name="span">Begin and end on CLOCK_MONOTONIC.</param>
    /// <param name="names">As <see cref="AskForNames"/> has it; empty for none.</param>
    /// <param name="folder">The folder of the files.</param>
    /// <returns>The sources that have a file.</returns>
    /// <exception cref="IOException">One cannot be written.</exception>
    public IReadOnlyList<RuntimeSource> Cut(
        (long FromNs, long ToNs) span, IReadOnlyDictionary<string, IReadOnlyList<Func<Stream>>> names, string folder)
    {
        List<RuntimeSource> made = [];
        foreach (RecordedRuntime runtime in Recorded())
        {
            if (runtime.StartNs >= span.ToNs || runtime.EndNs < span.FromNs)
                continue;
            string path = Path.Combine(folder, runtime.Name);
            if (runtime.Segments?.Cut(span, names.GetValueOrDefault(runtime.Name), path) is { } bytes)
                made.Add(new RuntimeSource(
                    runtime.Process.ProcessId, runtime.Process.InnerProcessId, path, Math.Max(runtime.StartNs, span.FromNs),
                    Math.Min(span.ToNs, runtime.EndNs), bytes, 0));
        }

        // What was told for one cut is of no use for another one.
        foreach (string told in Directory.EnumerateFiles(Path.Combine(_options.Folder, SegmentFiles.Folder), $"*.{NamesName}*"))
            OwnTree.DeleteFile(told);
        return made;
    }

    // A later process of that number may have its name.
    private void GiveUp(ProcessInstance process, RecordedRuntime runtime)
    {
        runtime.Dispose();
        runtime.Segments?.Remove();
        runtime.Beside?.Segments?.Remove();
        _runtimes.TryRemove(process, out _);
        lock (_lock)
            _names.Remove(runtime.Name);
    }

    private IEnumerable<RecordedRuntime> Recorded() =>
        Begun().SelectMany(static runtime => runtime.Beside is { } beside ? (RecordedRuntime[])[runtime, beside] : [runtime]);

    // A session of its own that is ended at once: at its end the runtime tells what there is.
    private (string Name, IReadOnlyList<Func<Stream>>? Told, string? Problem) Ask(RecordedRuntime runtime, int save, TimeSpan limit)
    {
        string folder = SegmentFolder(Path.Combine(_options.Folder, runtime.Name));
        string name = string.Create(CultureInfo.InvariantCulture, $"{runtime.Name}.{NamesName}{save}");
        try
        {
            long start = Stopwatch.GetTimestamp();
            using RawEvents stream = RawEvents.Open(runtime.Process.ProcessId, _stream with { Providers = DefaultProviders.Marks }, _stop.Token);
            using StreamCopy copy = StreamCopy.Start(stream, new RuntimeSegments(folder, name, long.MaxValue / 2, start), $"names of {runtime.Process.ProcessId}");
            stream.Stop(limit);
            TimeSpan rest = limit - Stopwatch.GetElapsedTime(start);
            bool isWhole = copy.End.Wait(rest > TimeSpan.Zero ? rest : TimeSpan.Zero);
            if (!isWhole)
            {
                stream.Dispose();
                copy.End.Wait();
            }

            return (runtime.Name, SegmentFiles.Of(folder, name), isWhole ? null
                : $"Process {runtime.Process.ProcessId} did not tell the names of all its methods in time.");
        }
        catch (Exception e) when (e is FathomException or OperationCanceledException or IOException or UnauthorizedAccessException)
        {
            bool isGone = !ProcessInstance.TryFind(runtime.Process.ProcessId, out ProcessInstance now, out _) || now != runtime.Process;
            return (runtime.Name, null, isGone ? null : e.Message);
        }
    }
}
