using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Recording;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Dumps;

/// <content>Waits in every process of a name, also in those that start later. What is done is done to one of them at a time.</content>
public sealed partial class DumpRun
{
    // Each has a thread, and a session of events where a condition needs one.
    private const int MostProcesses = 64;

    private static readonly TimeSpan s_scan = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan s_late = TimeSpan.FromSeconds(10);

    private readonly Lock _one = new();

    private void TakeOfAll(DumpTarget target, IProgress<Progress> progress, CancellationToken stop)
    {
        using CancellationTokenSource end = CancellationTokenSource.CreateLinkedTokenSource(stop);
        List<Thread> threads = [];
        try
        {
            CheckPlaces(target, stop);
            bool isFull = false;
            while (!IsDone)
            {
                threads.RemoveAll(static thread => !thread.IsAlive);
                foreach (ProcessFacts process in target.Others(stop))
                {
                    if (threads.Count >= MostProcesses)
                    {
                        if (!isFull)
                            taker.Note($"The condition is tested in {MostProcesses} processes at a time; there are more now.");
                        isFull = true;
                        break;
                    }

                    target.HasEnded(process);
                    threads.Add(Begin(process, end, progress, stop));
                }

                progress.Report(new Progress(WaitingFor(target, threads.Count), 0, 0));
                end.Token.WaitHandle.WaitOne(s_scan);
                stop.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            end.Cancel();
            foreach (Thread thread in threads)
                thread.Join();
        }
    }

    private static string WaitingFor(DumpTarget target, int count) => count switch
    {
        0 => $"waiting for '{target.Word}'",
        1 => $"waiting for the condition in 1 process of '{target.Word}'",
        _ => $"waiting for the condition in {count} processes of '{target.Word}'",
    };

    // Where nothing can be made of any that runs, nothing is waited for.
    private void CheckPlaces(DumpTarget target, CancellationToken stop)
    {
        FathomException? first = null;
        foreach (ProcessFacts process in target.Others(stop))
        {
            try
            {
                CheckPlaces(process);
                return;
            }
            catch (FathomException e)
            {
                if (!HasEnded(process))
                    first ??= e;
            }
        }

        if (first is not null)
            throw first;
    }

    private Thread Begin(ProcessFacts process, CancellationTokenSource end, IProgress<Progress> progress, CancellationToken stop)
    {
        Thread thread = new(() => Guard(process, end, progress, stop)) { IsBackground = true, Name = $"condition of {process.Pid}" };
        thread.Start();
        return thread;
    }

    private void Guard(ProcessFacts process, CancellationTokenSource end, IProgress<Progress> progress, CancellationToken stop)
    {
        try
        {
            if (MayLook(process))
                Watch(process, end, progress, stop);
        }
        catch (OperationCanceledException)
        {
            // It is the end, for all of them.
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            _isShort = true;
            taker.Note($"The condition is not tested in process {process.Pid} any more: {e.Message}");
        }
    }

    // That a file of its name is there says nothing: another one may be served now. False where it has ended.
    private bool MayLook(ProcessFacts process)
    {
        try
        {
            CheckAccess(process);
            return true;
        }
        catch (FathomException) when (HasEnded(process))
        {
            return false;
        }
    }

    private static bool HasEnded(ProcessFacts process) => !ProcessInstance.TryFind(process.Pid, out _, out _);

    private void Watch(ProcessFacts process, CancellationTokenSource end, IProgress<Progress> progress, CancellationToken stop)
    {
        using DumpTrigger? trigger = Listen(process, end.Token);
        bool isMet = false;
        try
        {
            while (trigger?.Wait(end.Token) is { } cause)
            {
                isMet = true;
                lock (_one)
                {
                    // Another one was the last, while this one waited.
                    if (IsDone)
                        return;
                    Do(process, trigger, cause, progress, stop);
                    _done++;
                }

                if (IsDone)
                    end.Cancel();
                end.Token.WaitHandle.WaitOne(schedule.Every);
                end.Token.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            if (!isMet && !IsDone)
            {
                foreach (string sentence in trigger?.Unmet ?? [])
                    taker.Note($"Process {process.Pid}: {sentence}");
            }
        }
    }

    // One that has just started may not tell yet. Null where it has ended before.
    private DumpTrigger? Listen(ProcessFacts process, CancellationToken stop)
    {
        long begin = Stopwatch.GetTimestamp();
        while (!HasEnded(process))
        {
            try
            {
                return new DumpTrigger(process.Pid, schedule, dac, null, taker.Note, stop);
            }
            catch (FathomException) when (Stopwatch.GetElapsedTime(begin) < s_late || HasEnded(process))
            {
                stop.WaitHandle.WaitOne(s_scan);
                stop.ThrowIfCancellationRequested();
            }
        }

        return null;
    }
}
