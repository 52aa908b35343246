using System.Globalization;
using Fathom.Capture.Triggers;
using Fathom.Model;

namespace Fathom.Capture.Recording;

/// <summary>Looks at the recorded processes and asks for a save of the ring when a condition is met. Each process has a thread of its own.</summary>
/// <param name="triggers">What is waited for, and how often.</param>
/// <param name="ring">The time of the ring.</param>
/// <param name="time">The clock of the limit.</param>
/// <param name="save">Asks for a save.</param>
/// <param name="noted">Told what a reader must know, on any thread.</param>
internal sealed class RingWatch(RingTriggers triggers, TimeSpan ring, TimeProvider time, Action<SaveCause> save, Action<string> noted) : IDisposable
{
    private static readonly TimeSpan s_tryAgain = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan s_late = TimeSpan.FromSeconds(10);

    // One that reads a large heap, or ends a session, takes longer; the recording does not wait for it.
    private static readonly TimeSpan s_patience = TimeSpan.FromMilliseconds(500);

    private readonly CancellationTokenSource _stop = new();
    private readonly HourLimit _limit = new(triggers.PerHour, time);
    private readonly List<(int ProcessId, ProcessTrigger Trigger)> _begun = [];
    private readonly List<Thread> _threads = [];
    private readonly List<string> _unmet = [];
    private int _saves;
    private int _refused;

    /// <summary>Saves that conditions led to.</summary>
    public int Saves => Volatile.Read(ref _saves);

    /// <summary>Whether those were all that were asked for.</summary>
    public bool IsDone => triggers.Count is { } most && Saves >= most;

    /// <summary>Looks whether a process can meet the conditions at all.</summary>
    /// <exception cref="FathomException">There is no such process, or it does not tell what is asked for.</exception>
    public void Prepare(int processId, CancellationToken stop) => _begun.Add((processId, ProcessTrigger.Begin(processId, triggers.When, stop)));

    /// <summary>Begins: what happened before does not count.</summary>
    /// <param name="started">A program that was started, whose runtime may not be there yet; null for none.</param>
    public void Begin(int? started)
    {
        foreach ((int processId, ProcessTrigger trigger) in _begun)
            Start(processId, () => Watch(processId, trigger));
        _begun.Clear();
        if (started is { } program)
            Start(program, () => WatchStarted(program));
    }

    /// <summary>Looks no longer. Gives what a reader must know: a sentence for what was not saved, and for each thing that could not be met.</summary>
    public IReadOnlyList<string> Stop()
    {
        _ = TryEnd();
        int refused = Volatile.Read(ref _refused);
        string[] left = refused == 0 ? [] :
        [
            string.Create(CultureInfo.InvariantCulture, $"Conditions were met {refused} more {(refused == 1 ? "time" : "times")} and not saved: --per-hour {triggers.PerHour} allows no more."),
        ];
        lock (_unmet)
            return [.. left, .. _unmet];
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach ((_, ProcessTrigger trigger) in _begun)
            trigger.Dispose();
        if (TryEnd())
            _stop.Dispose();
    }

    private bool TryEnd()
    {
        _stop.Cancel();
        return _threads.All(static thread => thread.Join(s_patience));
    }

    private void Start(int processId, Action watch)
    {
        Thread thread = new(() => Guard(watch)) { IsBackground = true, Name = $"conditions of {processId}" };
        _threads.Add(thread);
        thread.Start();
    }

    // The recording goes on without it, which is said.
    private void Guard(Action watch)
    {
        try
        {
            watch();
        }
        catch (OperationCanceledException)
        {
            // The recording ends.
        }
        catch (Exception e) when (e is FathomException or IOException or UnauthorizedAccessException)
        {
            noted($"The conditions are no longer tested: {e.Message}");
        }
    }

    private void WatchStarted(int processId)
    {
        long begin = time.GetTimestamp();
        bool isTold = false;
        while (Directory.Exists($"/proc/{processId}"))
        {
            try
            {
                Watch(processId, ProcessTrigger.Begin(processId, triggers.When, _stop.Token));
                return;
            }
            catch (FathomException e)
            {
                if (!isTold && time.GetElapsedTime(begin) >= s_late)
                    noted($"The conditions cannot be tested yet: {e.Message}");
                isTold = time.GetElapsedTime(begin) >= s_late;
            }

            Pause(s_tryAgain);
        }
    }

    private void Watch(int processId, ProcessTrigger begun)
    {
        using ProcessTrigger trigger = begun;
        bool isMet = false;
        try
        {
            while (!IsDone && trigger.Wait(_stop.Token) is { } cause)
            {
                isMet = true;
                Met(processId, cause);
                Pause(triggers.Every ?? ring);
            }
        }
        finally
        {
            if (!isMet)
                Keep(trigger.Unmet);
        }
    }

    private void Met(int processId, TriggerCause cause)
    {
        if (!_limit.TryTake())
        {
            if (Interlocked.Increment(ref _refused) == 1)
            {
                noted(string.Create(
                    CultureInfo.InvariantCulture, $"not saved: {cause.Text}, as {triggers.PerHour} saves were made in the last hour (--per-hour {triggers.PerHour})"));
            }

            return;
        }

        // At once: this is the end of what is saved.
        save(new SaveCause(processId, cause.Text, cause.Timestamp ?? System.Diagnostics.Stopwatch.GetTimestamp()));
        Interlocked.Increment(ref _saves);
    }

    private void Keep(IEnumerable<string> unmet)
    {
        lock (_unmet)
            _unmet.AddRange(unmet.Except(_unmet));
    }

    private void Pause(TimeSpan time)
    {
        _stop.Token.WaitHandle.WaitOne(time);
        _stop.Token.ThrowIfCancellationRequested();
    }
}
