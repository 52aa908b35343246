using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Start;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>
/// Switches the kernel's own switch records off on processors where they cost too much. The kernel cannot filter them. It writes two for each switch, and these cost 1.3 µs more than a tracepoint
/// that is only counted. A processor on which pool threads spin therefore has no such records until a second with fewer turns has passed.
/// </summary>
/// <remarks>A turn is a switch from one pool thread, which could run on, to another pool thread.</remarks>
/// <param name="plan">The events that were planned.</param>
/// <param name="open">The events that could be opened.</param>
/// <param name="pool">The pool threads.</param>
internal sealed class SwitchRecords(IReadOnlyList<RecordedEvent> plan, IReadOnlyList<OpenEvent> open, PoolTids pool)
{
    /// <summary>Up to so many turns a second a processor has switch records: they cost less than a hundredth of its time.</summary>
    public const long MostTurns = 5_000;

    private const double SecondNs = 1e9;

    private readonly bool _hasTracepoints = open.Any(each => plan[each.Source].IsSwitch);
    private readonly bool[] _isTracepoint = [.. plan.Select(static each => each.IsSwitch)];
    private readonly bool[] _isOnlyCounted = [.. plan.Select(static each => each.IsOnlyCounted)];
    private readonly OpenEvent[] _records = [.. open.Where(each => plan[each.Source].Role == EventRole.Switches)];
    private readonly bool[] _isOff = new bool[open.Count];
    private readonly long[] _counted = new long[open.Count];
    private readonly SwitchFilter[] _filters = Make(plan, open, pool);
    private long _lookedNs;

    /// <summary>The pool threads.</summary>
    public PoolTids Pool => pool;

    /// <summary>Whether the planned event at an index is the tracepoint of switches.</summary>
    public bool IsTracepoint(int source) => _isTracepoint[source];

    /// <summary>The filter of a processor's switch records.</summary>
    public SwitchFilter FilterOf(int cpu) => _filters[cpu];

    /// <summary>Whether the switch records of a processor are off.</summary>
    public bool IsOff(int cpu) => Array.FindIndex(_records, each => each.Cpu == cpu) is >= 0 and int at && _isOff[at];

    /// <summary>Notes the counters at the begin, when all records are on. The caller has just read the counters.</summary>
    public void Begin(long nowNs)
    {
        _lookedNs = nowNs;
        for (int i = 0; i < _records.Length; i++)
            _counted[i] = Turns(_records[i].Cpu);
    }

    /// <summary>Switches records off or on. The caller calls it about once a second, after it has read the counters. What the kernel refuses is tried again the next time.</summary>
    public void Look(long nowNs)
    {
        // The call comes late when the recorder had to wait for a processor.
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

    // One event counts all switches, another one those that are recorded. Their difference is the number of turns. Without the first one, all switches are recorded.
    private long Turns(int cpu)
    {
        long some = 0, all = 0;
        for (int i = 0; i < open.Count; i++)
        {
            OpenEvent each = open[i];
            if (each.Cpu == cpu && _isTracepoint[each.Source])
                some += (long)each.Last.Value;
            else if (each.Cpu == cpu && _isOnlyCounted[each.Source])
                all += (long)each.Last.Value;
        }

        return Math.Max(0, all - some);
    }

    private static SwitchFilter[] Make(IReadOnlyList<RecordedEvent> plan, IReadOnlyList<OpenEvent> open, PoolTids pool)
    {
        bool hasTracepoints = open.Any(each => plan[each.Source].IsSwitch);
        PoolTids? leftOut = open.Any(each => plan[each.Source].IsOnlyCounted) ? pool : null;
        return [.. Enumerable.Range(0, open.Max(static each => each.Cpu) + 1).Select(_ => new SwitchFilter(hasTracepoints, leftOut))];
    }
}
