using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Recorder.Segments;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Recorder.Runtimes;

/// <summary>A process whose runtime is being recorded.</summary>
internal sealed class RecordedRuntime : IDisposable
{
    private static readonly TimeSpan s_afterFailure = TimeSpan.FromMilliseconds(500);

    private readonly RawEvents _stream;
    private readonly StreamCopy _copy;
    private readonly string _path;
    private readonly long _startNs;
    private readonly int _innerProcessId;

    private RecordedRuntime(ProcessInstance process, RawEvents stream, StreamCopy copy, string path, long startNs) =>
        (Process, _stream, _copy, _path, _startNs, _innerProcessId) = (process, stream, copy, path, startNs, process.InnerProcessId);

    /// <summary>Its segments; null where it is recorded as a whole.</summary>
    public RuntimeSegments? Segments { get; private init; }

    /// <summary>Name of its file.</summary>
    public string Name => System.IO.Path.GetFileName(_path);

    /// <summary>When its session began, on CLOCK_MONOTONIC.</summary>
    public long StartNs => _startNs;

    /// <summary>Whether its runtime sends no more.</summary>
    public bool HasEnded => _copy.End.IsCompleted;

    /// <summary>When its stream ended, on CLOCK_MONOTONIC; the greatest number before.</summary>
    public long EndNs => HasEnded ? _copy.EndNs : long.MaxValue;

    /// <summary>The process.</summary>
    public ProcessInstance Process { get; }

    /// <summary>A second session, for events without stacks; null for none.</summary>
    public RecordedRuntime? Beside { get; set; }

    /// <summary>Whether the runtime is older than .NET 10.</summary>
    public bool IsReduced => _stream.IsReduced;

    /// <summary>Starts it. When this returns, events are on. It blocks the thread.</summary>
    /// <param name="process">The process.</param>
    /// <param name="options">What is asked for.</param>
    /// <param name="path">The file, which must not exist.</param>
    /// <param name="room">Bytes that may be used, and what of them is reserved for its end.</param>
    /// <param name="stop">Gives up.</param>
    /// <param name="keepNs">How long it is kept, in nanoseconds; null for all of it.</param>
    /// <exception cref="FathomException">The process gives no events, or the file cannot be made.</exception>
    public static RecordedRuntime Start(ProcessInstance process, RawEventsOptions options, string path, (SizeBudget Budget, long Reserved) room, CancellationToken stop, long? keepNs = null)
    {
        RawEvents? stream = null;
        try
        {
            stream = RawEvents.Open(process.ProcessId, options, stop);
            long startNs = Stopwatch.GetTimestamp();
            if (keepNs is { } keep)
            {
                RuntimeSegments segments = new(RuntimeRecorder.SegmentFolder(path), System.IO.Path.GetFileName(path), keep, startNs);
                return new RecordedRuntime(process, stream, StreamCopy.Start(stream, segments, $"events of {process.ProcessId}"), path, startNs)
                {
                    Segments = segments,
                };
            }

            return new RecordedRuntime(process, stream, StreamCopy.Start(stream, OwnFile.Make(path), $"events of {process.ProcessId}", room), path, startNs);
        }
        catch (Exception) when (stream is null)
        {
            room.Budget.Release(room.Reserved);
            throw;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            room.Budget.Release(room.Reserved);
            stream?.Dispose();
            throw FathomException.Target($"'{path}' cannot be made: {e.Message}", "check the folder and the free space on its disk", e);
        }
    }

    /// <summary>Bytes in its file up to now.</summary>
    public long Bytes => _copy.Bytes + (Beside?.Bytes ?? 0);

    /// <summary>Ends it. It blocks the thread until the runtime has sent its last events, or the limit is reached.</summary>
    /// <param name="limit">How long that may take; the runtime is not asked where that is nothing.</param>
    public RuntimeSource Stop(TimeSpan limit)
    {
        long start = Stopwatch.GetTimestamp();
        // It has no rundown, so it ends at once.
        RuntimeSource? beside = Beside?.Stop(limit);
        limit -= Stopwatch.GetElapsedTime(start);
        bool endedByItself = _copy.End.IsCompleted;
        string? problem = !endedByItself ? AskToStop(limit, start) : IsGone() ? null : $"Process {Process.ProcessId} is still running, but sent no more events from shortly before the end.";
        if (_copy.Problem is { } unwritten)
            problem = $"'{_path}' could not be written to its end: {unwritten}";
        return new RuntimeSource(Process.ProcessId, _innerProcessId, _path, _startNs, endedByItself ? _copy.EndNs : start, _copy.Bytes, _copy.UnwrittenBytes)
        {
            EndedByItself = endedByItself,
            Beside = beside,
            IsReduced = IsReduced,
            Problem = problem,
        };
    }

    private bool IsGone() => !ProcessInstance.TryFind(Process.ProcessId, out ProcessInstance now, out _) || now != Process;

    // A process that ends meanwhile has sent what it had, as one that ended before.
    private string? AskToStop(TimeSpan limit, long start)
    {
        string? problem = null;
        try
        {
            if (limit > TimeSpan.Zero)
                _stream.Stop(limit);
        }
        catch (FathomException e)
        {
            problem = e.Message;
        }

        TimeSpan rest = problem is null ? limit - Stopwatch.GetElapsedTime(start) : s_afterFailure;
        if (_copy.End.Wait(rest > TimeSpan.Zero ? rest : TimeSpan.Zero))
            return null;
        _stream.Dispose();
        _copy.End.Wait();
        return problem ?? string.Create(CultureInfo.InvariantCulture, $"Process {Process.ProcessId} did not send its last events within {Math.Max(0, limit.TotalSeconds):0.#} s.");
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Beside?.Dispose();
        _stream.Dispose();
        _copy.End.Wait();
        _copy.Dispose();
    }
}
