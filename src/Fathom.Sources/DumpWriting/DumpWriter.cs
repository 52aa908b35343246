using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.DumpWriting;

/// <summary>
/// Lets the dump writer of a process's runtime write, and watches that from outside: how the file grows, how long the process stands still, and whether the
/// writer is to be ended. What the writer or the runtime answers is not the truth (the runtime reports success when its writer was killed);
/// <see cref="DumpVerifier"/> is.
/// </summary>
/// <param name="processId">Number of the process (pid).</param>
/// <param name="kind">How much is written.</param>
/// <param name="path">The file, as the writer sees it.</param>
/// <param name="program">How the writer is started.</param>
internal sealed class DumpWriter(int processId, DumpKind kind, string path, IWriterStart program)
{
    private static readonly TimeSpan s_look = TimeSpan.FromMilliseconds(2);
    // Several times as long as a writer takes to look at one of many threads, before it begins with the file.
    private static readonly TimeSpan s_beginLimitOfThread = TimeSpan.FromMilliseconds(20);

    private static readonly TimeSpan s_endLimit = TimeSpan.FromSeconds(10);

    private readonly WriterProcess _writer = new(processId, path);
    private long _stopTimestamp;
    private long _runTimestamp;
    private bool _hasStoppedAll;

    /// <summary>How long a writer may take to stop all threads, beside what each of them takes.</summary>
    internal TimeSpan BeginLimit { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>The same where the process is frozen.</summary>
    internal TimeSpan FrozenLimit { get; init; } = TimeSpan.FromSeconds(2);

    /// <summary>When the process was first seen to stand still, as a <see cref="Stopwatch"/> time stamp; 0 when it never was.</summary>
    public long StopTimestamp => _stopTimestamp;

    /// <summary>How long it stood still, seen every 2 ms.</summary>
    public TimeSpan Pause => _stopTimestamp == 0 ? TimeSpan.Zero : Stopwatch.GetElapsedTime(_stopTimestamp, _runTimestamp);

    /// <summary>Writes the dump. When it is stopped, the writer is ended and the process runs.</summary>
    /// <param name="seen">The file as we see it.</param>
    /// <param name="expectedBytes">Its estimated size.</param>
    /// <param name="progress">Told how the file grows.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <exception cref="FathomException">The writer cannot be started, or says that it could not write.</exception>
    public void Write(string seen, long expectedBytes, IProgress<Progress> progress, CancellationToken stop)
    {
        stop.ThrowIfCancellationRequested();
        long start = Stopwatch.GetTimestamp();
        TimeSpan limit = BeginLimit + (s_beginLimitOfThread * ProcessThreads.Of(processId).Count);
        Task written = program.RunAsync(kind, path, stop);
        while (!written.IsCompleted)
        {
            Look();
            progress.Report(new Progress($"writing the {DumpRequest.Name(kind)} dump", Math.Min(SizeOf(seen), expectedBytes), expectedBytes));
            if (stop.IsCancellationRequested)
                End(written, stop);
            if (SizeOf(seen) == 0)
                CheckBeginning(Stopwatch.GetElapsedTime(start), limit);
            stop.WaitHandle.WaitOne(s_look);
        }

        Look();
        // Somebody else may have ended the writer, at any point.
        if (written.IsFaulted || _writer.IsTargetLeftStopped())
            _writer.LetRun();
        if (written.Exception?.InnerException is { } error)
            throw error is FathomException && EndingProcess.Is(processId) ? TargetErrors.Gone(processId) : error;
        stop.ThrowIfCancellationRequested();
    }

    private void Look()
    {
        bool isHeld = _writer.Tracer() != 0;
        if (isHeld && _stopTimestamp == 0)
            _stopTimestamp = Stopwatch.GetTimestamp();
        if (isHeld)
            _runTimestamp = Stopwatch.GetTimestamp();
    }

    // The writer may only just be starting, so it is looked for until its end has been noticed. A key press has ended it already, at any point.
    private void End(Task written, CancellationToken stop)
    {
        long start = Stopwatch.GetTimestamp();
        while (!written.IsCompleted && Stopwatch.GetElapsedTime(start) < s_endLimit)
        {
            _writer.End();
            CancellationToken.None.WaitHandle.WaitOne(s_look);
        }

        _writer.LetRun();
        stop.ThrowIfCancellationRequested();
    }

    // A writer waits without limit for each thread to stop. One that has stopped all waits for its disk at most, unless it is frozen itself.
    private void CheckBeginning(TimeSpan elapsed, TimeSpan limit)
    {
        if (elapsed < FrozenLimit && elapsed < limit)
            return;
        bool isFrozen = ControlGroupFreeze.Is(processId);
        if ((elapsed < limit && !isFrozen) || (HasStoppedAll() && !(isFrozen && ControlGroupFreeze.Is(_writer.Tracer()))))
            return;
        FathomException? frozen = isFrozen ? StillTarget.Frozen(processId, "its dump writer cannot go on and was ended") : null;
        string? waiting = ProcessThreads.Of(processId).Where(thread => ProcessThreads.State(processId, thread) == 'D').Select(static thread => $"thread {thread}").FirstOrDefault();
        _writer.End();
        throw frozen ?? FathomException.Target(
            $"The dump writer of process {processId} did not begin to write within {limit.TotalSeconds:0} s and was ended: "
            + $"{(waiting is null ? "the process may be out of memory, or the machine busy" : $"{waiting} does not stop (state D, as in a read from a disk that does not answer)")}.",
            "try again; fathom memory, which stops nothing, shows its memory");
    }

    // They stay so until it has ended.
    private bool HasStoppedAll() => _hasStoppedAll = _writer.Tracer() != 0
        && (_hasStoppedAll || ProcessThreads.Of(processId).All(thread => ProcessThreads.State(processId, thread) is null or 't' or 'Z' or 'X'));

    private static long SizeOf(string file)
    {
        FileInfo info = new(file);
        return info.Exists ? info.Length : 0;
    }
}
