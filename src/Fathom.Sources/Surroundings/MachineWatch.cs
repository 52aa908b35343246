using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Formats.MachineLog;
using Fathom.Model;
using Fathom.Model.Machine;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Surroundings.Sampling;

namespace Fathom.Sources.Surroundings;

/// <summary>
/// Writes down what a machine is like while something is recorded: all facts at the begin and at the end, those that change in between, the memory that processes have for themselves at the begin
/// and at the end, and their resident memory each second. One thread does it, which takes a <see cref="RoundShare"/>th of a processor for the memory and a <see cref="FactShare"/>th for the facts at
/// most. What is written is on its way to the disk after each round, so that a recorder that is killed loses one.
/// </summary>
public sealed class MachineWatch : IDisposable
{
    /// <summary>The rounds take this part of the time of a processor at most: 0.25 %.</summary>
    public const int RoundShare = 400;

    /// <summary>Looking for changes takes this part of the time of a processor at most: 0.1 %.</summary>
    public const int FactShare = 1_000;

    private readonly MachineWatchOptions _options;
    private readonly FileStream _file;
    private readonly ManualResetEventSlim _stop = new();
    private readonly ManualResetEventSlim _ended = new();
    private readonly Thread _thread;
    private readonly List<string> _notes = [];
    private readonly List<FactChange> _changes = [];
    private IReadOnlyList<MachineFact> _first = [];
    private IReadOnlyList<MachineFact> _last = [];
    private TimeSpan _longestPause;
    private long _startNs;
    private long _rounds;
    private long _cpuNs;
    private long _endsCpuNs;
    private int _processes;
    private string? _problem;

    private MachineWatch(MachineWatchOptions options)
    {
        _options = options;
        _file = Create(options.Path);
        _thread = new Thread(Run) { IsBackground = true, Name = "fathom machine" };
    }

    /// <summary>Begins to watch this machine. The first look is under way when this returns.</summary>
    /// <exception cref="FathomException">The log cannot be written.</exception>
    public static MachineWatch Start(MachineWatchOptions options)
    {
        MachineWatch watch = new(options);
        watch._thread.Start();
        return watch;
    }

    /// <summary>Takes the last look and ends.</summary>
    /// <param name="limit">How long it is waited for; a log without an end is readable.</param>
    /// <param name="soon">Ends the wait before that.</param>
    public MachineWatchResult Stop(TimeSpan limit, CancellationToken soon = default)
    {
        _stop.Set();
        try
        {
            if (!_ended.Wait(limit, soon))
                return Unfinished(string.Create(CultureInfo.InvariantCulture, $"did not finish within {limit.TotalSeconds:0.#} s"));
        }
        catch (OperationCanceledException)
        {
            return Unfinished("did not finish: SIGTERM left no time for it");
        }

        return new MachineWatchResult(_rounds, _processes, _cpuNs, _endsCpuNs, new FileInfo(_options.Path).Length, [.. _notes, .. Paces()], _problem);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _stop.Set();
        // Whoever disposes without a stop has no use for the rest.
        if (_thread.Join(TimeSpan.FromSeconds(5)))
            _stop.Dispose();
    }

    private static MachineWatchResult Unfinished(string how) => new(0, 0, 0, 0, 0, [], $"the last reading of the machine {how}");

    private static FileStream Create(string path)
    {
        try
        {
            return new FileStream(OwnFile.Make(path), FileAccess.Write);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{path}' cannot be written: {e.Message}", "check that the folder exists and has free space");
        }
    }

    private static long NowNs() => (long)(Stopwatch.GetTimestamp() * (1e9 / Stopwatch.Frequency));

    private void Run()
    {
        try
        {
            // Its end writes what is left, which a full disk refuses too.
            using MachineLogWriter log = new(_file);
            using MachineFiles machine = new(_options.Root);
            using MemoryRounds rounds = new(machine, log, BootClock.Now());
            WholeMemory whole = new(_options.Root, log);
            Begin(log, rounds, whole);
            Watch(log, rounds);
            End(log, rounds, whole);
            _processes = rounds.Seen;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or FathomException)
        {
            _problem = $"the state of the machine is not known to the end: {e.Message}";
        }
        finally
        {
            _ended.Set();
        }
    }

    private void Begin(MachineLogWriter log, MemoryRounds rounds, WholeMemory whole)
    {
        long cpu = ClockCalls.ThreadCpuNs();
        _startNs = NowNs();
        log.Begin(_startNs);
        rounds.Next(_startNs);
        _first = _last = _options.Reader.Read();
        Write(log, _first, FactMoment.Start, NowNs());
        log.Flush();
        _notes.AddRange(whole.Read(rounds.Processes, _startNs, _options.WholeLimit));
        log.Flush();
        _rounds++;
        _endsCpuNs = ClockCalls.ThreadCpuNs() - cpu;
    }

    private void Watch(MachineLogWriter log, MemoryRounds rounds)
    {
        long begin = ClockCalls.ThreadCpuNs();
        long due = Stopwatch.GetTimestamp(), factsDue = due;
        Push(ref due, _options.Interval);
        Push(ref factsDue, _options.FactInterval);
        while (!_stop.Wait(Until(due)))
        {
            long before = ClockCalls.ThreadCpuNs();
            rounds.Next(NowNs());
            _rounds++;
            long after = ClockCalls.ThreadCpuNs();
            TimeSpan pause = Longer(_options.Interval, (after - before) * RoundShare);
            _longestPause = pause > _longestPause ? pause : _longestPause;
            // Rounds that a sleeping machine missed are left out and not made up for.
            due = Math.Max(due, Stopwatch.GetTimestamp() - Ticks(pause));
            Push(ref due, pause);
            if (Stopwatch.GetTimestamp() >= factsDue)
            {
                LookForChanges(log);
                factsDue = Stopwatch.GetTimestamp() + Ticks(Longer(_options.FactInterval, (ClockCalls.ThreadCpuNs() - after) * FactShare));
            }

            log.Flush();
        }

        _cpuNs = ClockCalls.ThreadCpuNs() - begin;
    }

    private void End(MachineLogWriter log, MemoryRounds rounds, WholeMemory whole)
    {
        long cpu = ClockCalls.ThreadCpuNs();
        long now = NowNs();
        rounds.Next(now);
        _rounds++;
        IReadOnlyList<MachineFact> facts = _options.Reader.Read();
        Write(log, facts, FactMoment.Stop, NowNs());
        _notes.InsertRange(0, FactChanges.Sentences(FactComparison.Between(_first, facts, now - _startNs), _changes));
        _notes.AddRange(whole.Read(rounds.Processes, now, _options.WholeLimit));
        log.End(NowNs());
        log.Flush();
        _endsCpuNs += ClockCalls.ThreadCpuNs() - cpu;
    }

    private void LookForChanges(MachineLogWriter log)
    {
        IReadOnlyList<MachineFact> facts = _options.Reader.Read();
        FactChange[] changes = [.. FactComparison.Between(_last, facts, 0).Where(static change => change.Growth is null)];
        Write(log, [.. changes.Select(static change => change.After is null ? change.Later with { Value = null, NotRead = FactChanges.Gone } : change.Later)], FactMoment.Change, NowNs());
        _changes.AddRange(changes);
        _last = facts;
    }

    private static void Write(MachineLogWriter log, IReadOnlyList<MachineFact> facts, FactMoment moment, long tsNs)
    {
        foreach (MachineFact fact in facts)
            log.Write(new LoggedFact(tsNs, FactWords.Of(moment), fact.Topic, fact.Item, fact.Name, FactWords.Of(fact.Kind), fact.Value, fact.NotRead));
    }

    private IEnumerable<string> Paces()
    {
        if (_longestPause > _options.Interval)
        {
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"the memory of processes was read every {_longestPause.TotalSeconds:0.#} s at times, so that it took {100.0 / RoundShare:0.##} % of a processor at most");
        }
    }

    private static TimeSpan Until(long due) => due - Stopwatch.GetTimestamp() is > 0 and var ticks ? Stopwatch.GetElapsedTime(0, ticks) : TimeSpan.Zero;

    private static TimeSpan Longer(TimeSpan interval, long ns) => interval.TotalNanoseconds >= ns ? interval : TimeSpan.FromMicroseconds(ns / 1000.0);

    private static long Ticks(TimeSpan time) => (long)(time.TotalSeconds * Stopwatch.Frequency);

    private static void Push(ref long due, TimeSpan pause) => due += Ticks(pause);
}
