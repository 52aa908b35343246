using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Formats.MachineLog;
using Fathom.Model;
using Fathom.Model.Machine;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Surroundings.Figures;
using Fathom.Sources.Surroundings.Sampling;

namespace Fathom.Sources.Surroundings;

/// <summary>
/// Writes down what a machine is like while something is recorded: all facts at the begin and at the end, those that change in between, the memory that processes have for themselves at the begin
/// and at the end, and each second their resident memory and the figures of the machine. One thread does it, which takes a <see cref="RoundShare"/>th of a processor for the memory and a
/// <see cref="FactShare"/>th each for the facts and for the figures at most. What is written is on its way to the disk after each round, so that a recorder that is killed loses one.
/// </summary>
public sealed class MachineWatch : IDisposable
{
    /// <summary>The rounds take this part of the time of a processor at most: 0.25 %.</summary>
    public const int RoundShare = 400;

    /// <summary>Looking for changes takes this part of the time of a processor at most: 0.1 %.</summary>
    public const int FactShare = 1_000;

    /// <summary>The figures take this part of the time of a processor at most: 0.1 %.</summary>
    public const int FigureShare = 1_000;

    private const long TrimBytes = 4 << 20;
    private const long LateNs = 10_000_000_000;

    private readonly Lock _writing = new();
    private readonly MachineWatchOptions _options;
    private readonly MachineWatchFile _file;
    private readonly ManualResetEventSlim _stop = new();
    private readonly ManualResetEventSlim _ended = new();
    private readonly Thread _thread;
    private readonly ConcurrentQueue<int> _followed = new();
    private readonly List<string> _notes = [];
    private readonly List<FactChange> _changes = [];
    private IReadOnlyList<MachineFact> _first = [];
    private IReadOnlyList<MachineFact> _last = [];
    private long _startNs;
    private long _rounds;
    private long _readings;
    private long _figureCpuNs;
    private long _cpuNs;
    private long _endsCpuNs;
    private int _processes;
    private string? _problem;
    private long _trimBytes = TrimBytes;

    private MachineWatch(MachineWatchOptions options)
    {
        _options = options;
        _file = new MachineWatchFile(options.Path, Create(options.Path));
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

    /// <summary>Reads the control groups of a process too, from the next reading on.</summary>
    /// <param name="pid">Its number.</param>
    public void Follow(int pid) => _followed.Enqueue(pid);

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

        return new MachineWatchResult(_rounds, _processes, _cpuNs, _endsCpuNs, new FileInfo(_options.Path).Length, [.. _notes], _problem)
        {
            Readings = _readings,
            FigureCpuNs = _figureCpuNs,
        };
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
            using MachineFigures figures = new(machine, log);
            WholeMemory whole = new(_options.Root, log);
            Begin(log, rounds, figures, whole);
            Watch(log, rounds, figures);
            End(log, rounds, figures, whole);
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

    private void Begin(MachineLogWriter log, MemoryRounds rounds, MachineFigures figures, WholeMemory whole)
    {
        long cpu = ClockCalls.ThreadCpuNs();
        _startNs = NowNs();
        log.Begin(_startNs);
        Round(rounds, _startNs);
        FollowAll(rounds, figures);
        Read(figures);
        _first = _last = _options.Reader.Read();
        Write(log, _first, FactMoment.Start, NowNs());
        log.Flush();
        _notes.AddRange(whole.Read(rounds.Processes, _startNs, _options.WholeLimit));
        log.Flush();
        _endsCpuNs = ClockCalls.ThreadCpuNs() - cpu;
    }

    private void Watch(MachineLogWriter log, MemoryRounds memory, MachineFigures figures)
    {
        long begin = ClockCalls.ThreadCpuNs();
        Pace rounds = new(_options.Interval, RoundShare), facts = new(_options.FactInterval, FactShare), readings = new(_options.FigureInterval, FigureShare);
        Action read = () => Read(figures), round = () => Round(memory, NowNs()), look = () => Look(log, memory, figures);
        while (!_stop.Wait(rounds.Left < readings.Left ? rounds.Left : readings.Left))
        {
            // Figures are those of a moment; the others take longer.
            _figureCpuNs += readings.Do(read);
            rounds.Do(round);
            facts.Do(look);
            log.Flush();
            Trim();
        }

        _notes.AddRange([.. rounds.Slower("the memory of processes was"), .. readings.Slower("the figures of the machine were")]);
        _cpuNs = ClockCalls.ThreadCpuNs() - begin;
    }

    // Whoever saves it now reads up to here; the rest is what comes next. Where there is no room for a new file the old one goes on.
    private void Trim()
    {
        if (_options.KeepNs is not { } keepNs || _file.Length < _trimBytes)
            return;
        using MemoryStream kept = new();
        lock (_writing)
        {
            using (FileStream log = RegularFile.OpenRead(_options.Path))
                MachineLogCut.Write(log, (NowNs() - keepNs - LateNs, long.MaxValue), isWhole: false, kept, CancellationToken.None);
            byte[] bytes = kept.ToArray();
            try
            {
                _file.Replace(bytes);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                // It is tried again when it has grown.
            }

            _trimBytes = _file.Length + TrimBytes;
        }
    }

    /// <summary>Copies the log as it is now.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    public void CopyTo(string path)
    {
        lock (_writing)
            OwnFile.Copy(_options.Path, path);
    }

    private void Round(MemoryRounds memory, long tsNs)
    {
        memory.Next(tsNs);
        _rounds++;
    }

    private void Read(MachineFigures figures)
    {
        while (_followed.TryDequeue(out int pid))
            figures.Follow(pid);
        figures.Next(NowNs());
        _readings++;
    }

    private void FollowAll(MemoryRounds rounds, MachineFigures figures)
    {
        if (!_options.FollowsAll)
            return;
        foreach (SampledProcess process in rounds.Processes)
            figures.Follow(process.Pid);
    }

    private void End(MachineLogWriter log, MemoryRounds rounds, MachineFigures figures, WholeMemory whole)
    {
        long cpu = ClockCalls.ThreadCpuNs();
        Read(figures);
        long now = NowNs();
        Round(rounds, now);
        IReadOnlyList<MachineFact> facts = _options.Reader.Read();
        Write(log, facts, FactMoment.Stop, NowNs());
        _notes.InsertRange(0, FactChanges.Sentences(FactComparison.Between(_first, facts, now - _startNs), _changes));
        _notes.AddRange(whole.Read(rounds.Processes, now, _options.WholeLimit));
        log.End(NowNs());
        log.Flush();
        _endsCpuNs += ClockCalls.ThreadCpuNs() - cpu;
    }

    private void Look(MachineLogWriter log, MemoryRounds memory, MachineFigures figures)
    {
        FollowAll(memory, figures);
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
}
