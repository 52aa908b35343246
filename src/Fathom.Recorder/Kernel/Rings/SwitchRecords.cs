using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Start;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>
/// Keeps the kernel's own records of switches off where they cost too much. They cannot be filtered: each switch has two, and they take 1.3 µs more than a tracepoint that is only counted. So a
/// processor on which a pool spins has none until a second with fewer turns.
/// </summary>
/// <param name="plan">The events.</param>
/// <param name="open">Those that are open.</param>
/// <param name="pool">Threads whose turns are left out.</param>
internal sealed class SwitchRecords(IReadOnlyList<RecordedEvent> plan, IReadOnlyList<OpenEvent> open, PoolTids pool)
{
    /// <summary>Turns of pool threads on a processor in a second with which it has them: they take less than a hundredth of its time.</summary>
    public const long MostTurns = 5_000;

    private const double SecondNs = 1e9;

    private readonly bool _hasTracepoints = open.Any(each => plan[each.Source].IsSwitch);
    private readonly bool[] _tells = [.. plan.Select(static each => each.IsSwitch)];
    private readonly bool[] _countsAll = [.. plan.Select(static each => each.IsOnlyCounted)];
    private readonly OpenEvent[] _records = [.. open.Where(each => plan[each.Source].Role == EventRole.Switches)];
    private readonly bool[] _isOff = new bool[open.Count];
    private readonly long[] _counted = new long[open.Count];
    private readonly ToldSwitches[] _cpus = Make(plan, open, pool);
    private long _lookedNs;

    /// <summary>Threads whose turns are left out.</summary>
    public PoolTids Pool => pool;

    /// <summary>Whether an event is a tracepoint of switches, by its place.</summary>
    public bool Tells(int source) => _tells[source];

    /// <summary>What is told of a processor.</summary>
    public ToldSwitches At(int cpu) => _cpus[cpu];

    /// <summary>Whether a processor has none now.</summary>
    public bool IsOff(int cpu) => Array.FindIndex(_records, each => each.Cpu == cpu) is >= 0 and int at && _isOff[at];

    /// <summary>All are on, and the counters were read.</summary>
    public void Begin(long nowNs)
    {
        _lookedNs = nowNs;
        for (int i = 0; i < _records.Length; i++)
            _counted[i] = Turns(_records[i].Cpu);
    }

    /// <summary>Switches them off or on, about once a second, after the counters were read. What the kernel refuses is tried again.</summary>
    public void Look(long nowNs)
    {
        // A recorder that waited for a processor looks late.
        double seconds = Math.Max(1, nowNs - _lookedNs) / SecondNs;
        for (int i = 0; _hasTracepoints && i < _records.Length; i++)
        {
            long counted = Turns(_records[i].Cpu);
            bool isTooMuch = (counted - _counted[i]) / seconds > MostTurns;
            if (isTooMuch != _isOff[i] && PerfCalls.Control(_records[i].File, isTooMuch ? PerfCalls.Disable : PerfCalls.Enable, 0) == 0)
                _isOff[i] = isTooMuch;
            _counted[i] = counted;
        }

        _lookedNs = nowNs;
    }

    // One event counts all switches; without it each is recorded.
    private long Turns(int cpu)
    {
        long some = 0, all = 0;
        for (int i = 0; i < open.Count; i++)
        {
            OpenEvent each = open[i];
            if (each.Cpu == cpu && _tells[each.Source])
                some += (long)each.Last.Value;
            else if (each.Cpu == cpu && _countsAll[each.Source])
                all += (long)each.Last.Value;
        }

        return Math.Max(0, all - some);
    }

    private static ToldSwitches[] Make(IReadOnlyList<RecordedEvent> plan, IReadOnlyList<OpenEvent> open, PoolTids pool)
    {
        bool hasTracepoints = open.Any(each => plan[each.Source].IsSwitch);
        PoolTids? leftOut = open.Any(each => plan[each.Source].IsOnlyCounted) ? pool : null;
        return [.. Enumerable.Range(0, open.Max(static each => each.Cpu) + 1).Select(_ => new ToldSwitches(hasTracepoints, leftOut))];
    }
}
