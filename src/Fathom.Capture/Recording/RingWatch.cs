using System.Globalization;
using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Recorder.Marks;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Recording;

/// <summary>Looks at the recorded processes and asks for a save of the ring when a condition is met. Each process has a thread of its own.</summary>
/// <param name="triggers">What is waited for, and how often.</param>
/// <param name="ring">The time of the ring.</param>
/// <param name="time">The clock of the limit.</param>
/// <param name="save">Asks for a save.</param>
/// <param name="noted">Told what a reader must know, on any thread.</param>
internal sealed class RingWatch(RingTriggers triggers, TimeSpan ring, TimeProvider time, Action<SaveCause> save, Action<string> noted) : IDisposable
{
    private const int MostProcesses = 64;
    private const int MostUnmet = 5;
    private const int MostKept = 1000;

    private static readonly TimeSpan s_tryAgain = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan s_markLook = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan s_late = TimeSpan.FromSeconds(10);

    // One that reads a large heap, or ends a session, takes longer; the recording does not wait for it.
    private static readonly TimeSpan s_patience = TimeSpan.FromMilliseconds(500);

    private readonly CancellationTokenSource _stop = new();
    private readonly SaveAllowance _allowed = new(triggers.Count, triggers.PerHour, time);
    private readonly List<(int ProcessId, ProcessTrigger Trigger)> _begun = [];
    private readonly HashSet<int> _first = [];
    private readonly HashSet<ProcessInstance> _followed = [];
    private readonly List<Thread> _threads = [];
    private readonly Lock _gate = new();
    private readonly List<(int ProcessId, string Sentence)> _unmet = [];
    private MarksSeen? _marks;
    private Thread? _marksThread;
    private int _moreUnmet;
    private int _beginnings;
    private bool _isFull;

    /// <summary>Saves that conditions led to.</summary>
    public int Saves => _allowed.Saved;

    /// <summary>Whether those were all that were asked for.</summary>
    public bool IsDone => _allowed.IsDone;

    /// <summary>Looks whether a process can meet the conditions at all.</summary>
    /// <exception cref="FathomException">There is no such process, or it does not tell what is asked for.</exception>
    public void Prepare(int processId, CancellationToken stop)
    {
        if (_first.Add(processId))
            _begun.Add((processId, ProcessTrigger.Begin(processId, triggers.When, stop)));
    }

    /// <summary>Begins: what happened before does not count.</summary>
    /// <param name="started">A program that was started, whose runtime may not be there yet; null for none.</param>
    public void Begin(int? started)
    {
        foreach ((int processId, ProcessTrigger trigger) in _begun)
            Start(processId, () => Watch(processId, trigger));
        _begun.Clear();
        if (started is { } program && _first.Add(program))
            Start(program, () => WatchStarted(program));
    }

    /// <summary>Looks also at marks that are set from outside.</summary>
    public void Follow(MarkBook marks)
    {
        if (triggers.When.Markers.Count > 0)
        {
            MarksSeen seen = _marks = new MarksSeen(marks, triggers.When.Markers);
            _marksThread = new Thread(() => Guard("marks", () => Watch(seen))) { IsBackground = true, Name = "marks" };
            _marksThread.Start();
        }
    }

    /// <summary>Looks also at processes that these have started, each once. Calls come from one thread.</summary>
    /// <param name="running">The processes whose runtimes are recorded now.</param>
    public void Follow(IReadOnlyList<ProcessInstance> running)
    {
        _followed.IntersectWith(running);
        foreach (ProcessInstance process in running)
        {
            if (_first.Contains(process.ProcessId) || _followed.Contains(process))
                continue;
            _threads.RemoveAll(static thread => !thread.IsAlive);
            if (_threads.Count >= MostProcesses)
            {
                if (!_isFull)
                    noted($"The conditions are tested in {MostProcesses} processes at a time; there are more now.");
                _isFull = true;
                return;
            }

            _followed.Add(process);
            Start(process.ProcessId, () => WatchStarted(process.ProcessId));
        }
    }

    /// <summary>Tells what became of a save that conditions led to. Any thread may.</summary>
    public void Tell(SavedRecording saved)
    {
        if (saved.Causes.Count > 0)
            _allowed.End(saved.Causes.Count, saved.Failure is null, (saved.Recording ?? saved.RawFolder) is not null);
    }

    /// <summary>Looks no longer. Gives what a reader must know: a sentence for what was not saved, and for each thing that could not be met.</summary>
    public IReadOnlyList<string> Stop()
    {
        _ = TryEnd();
        int refused = _allowed.Refused;
        string[] left = refused == 0 ? [] :
        [
            string.Create(CultureInfo.InvariantCulture, $"Conditions were met {refused} more {(refused == 1 ? "time" : "times")} and not saved: --per-hour {triggers.PerHour} allows no more."),
        ];
        lock (_gate)
        {
            bool isOne = Volatile.Read(ref _beginnings) == 1;
            (int ProcessId, string Sentence)[] unmet = [.. _unmet.Where(each => !IsMarked(each.Sentence))];
            int rest = Math.Max(0, unmet.Length - MostUnmet) + _moreUnmet;
            string[] more = rest == 0 ? [] :
            [
                rest == 1 ? "One more was not met." : string.Create(CultureInfo.InvariantCulture, $"{rest:#,##0} more were not met."),
            ];
            return
            [
                .. left,
                .. unmet.Take(MostUnmet).Select(each => isOne ? each.Sentence : $"Process {each.ProcessId}: {each.Sentence}"),
                .. more,
            ];
        }
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
        return _threads.All(static thread => thread.Join(s_patience)) && _marksThread?.Join(s_patience) != false;
    }

    private void Start(int processId, Action watch)
    {
        Thread thread = new(() => Guard($"process {processId}", watch)) { IsBackground = true, Name = $"conditions of {processId}" };
        _threads.Add(thread);
        thread.Start();
    }

    // The recording goes on without it, which is said.
    private void Guard(string place, Action watch)
    {
        try
        {
            watch();
        }
        catch (OperationCanceledException)
        {
            // The recording ends.
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            noted($"The conditions are no longer tested in {place}: {e.Message}");
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
                bool isLate = time.GetElapsedTime(begin) >= s_late;
                // A shell has no runtime; what it starts has one.
                if (!isTold && isLate && Volatile.Read(ref _beginnings) == 0)
                    noted($"The conditions cannot be tested yet in process {processId}: {e.Message}");
                isTold = isLate;
            }

            Pause(s_tryAgain);
        }
    }

    private void Watch(int processId, ProcessTrigger begun)
    {
        using ProcessTrigger trigger = begun;
        Interlocked.Increment(ref _beginnings);
        bool isMet = false;
        try
        {
            while (!IsDone)
            {
                // Those that are being made are enough, if they can be made.
                if (!_allowed.HasRoom)
                {
                    Pause(s_tryAgain);
                    continue;
                }

                if (trigger.Wait(_stop.Token) is not { } cause)
                    return;
                isMet = true;
                Met(processId, cause);
                Pause(PauseOf(triggers.Every ?? ring, trigger.Interval));
            }
        }
        finally
        {
            if (!isMet)
                Keep(processId, trigger.Unmet);
        }
    }

    // A mark from outside is as good as one of the program.
    private bool IsMarked(string sentence) =>
        _marks?.Met.Any(text => sentence.StartsWith($"'{text}' matched no marker", StringComparison.Ordinal)) == true;

    private void Watch(MarksSeen marks)
    {
        while (!IsDone)
        {
            Pause(s_markLook);
            if (!_allowed.HasRoom)
            {
                marks.Skip();
            }
            else if (marks.Look() is { } met)
            {
                Met(met.ProcessId, met.Cause);
                Pause(PauseOf(triggers.Every ?? ring, s_markLook));
                marks.Skip();
            }
        }
    }

    /// <summary>How long nothing is looked at after a condition was met: what goes on holding would be met at once.</summary>
    internal static TimeSpan PauseOf(TimeSpan every, TimeSpan interval) => every > interval ? every : interval;

    private void Met(int processId, TriggerCause cause)
    {
        if (_allowed.TryTake(out bool isNews))
        {
            // At once: this is the end of what is saved.
            save(new SaveCause(processId, cause.Text, cause.Timestamp ?? System.Diagnostics.Stopwatch.GetTimestamp()));
        }
        else if (isNews)
        {
            string made = triggers.PerHour == 1 ? "save was made" : "saves were made";
            noted($"not saved: {cause.Text}, as {triggers.PerHour} {made} in the last hour (--per-hour {triggers.PerHour})");
        }
    }

    private void Keep(int processId, IEnumerable<string> unmet)
    {
        lock (_gate)
        {
            foreach (string sentence in unmet.Distinct())
            {
                if (_unmet.Count < MostKept)
                    _unmet.Add((processId, sentence));
                else
                    _moreUnmet++;
            }
        }
    }

    private void Pause(TimeSpan time)
    {
        _stop.Token.WaitHandle.WaitOne(time);
        _stop.Token.ThrowIfCancellationRequested();
    }
}
