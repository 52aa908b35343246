using System.Globalization;
using System.Text.RegularExpressions;

namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Where the fields of <c>sched_switch</c> are in a recording.</summary>
public sealed partial class SchedSwitchFields
{
    // Since Linux 4.14 the bit above all states that a task can report.
    private const int PreemptedBit = 0x100;
    private const int StateMask = 0xff;

    private readonly TraceField _previousTid;
    private readonly TraceField _previousPriority;
    private readonly TraceField _previousState;
    private readonly TraceField _previousName;
    private readonly TraceField _nextTid;
    private readonly TraceField _nextPriority;
    private readonly TraceField _nextName;
    private readonly int _preempted;
    private readonly int _stateMask;

    private SchedSwitchFields(TraceFormat format, TraceField[] fields)
    {
        (_previousTid, _previousPriority, _previousState, _previousName) = (fields[0], fields[1], fields[2], fields[3]);
        (_nextTid, _nextPriority, _nextName) = (fields[4], fields[5], fields[6]);
        _preempted = OldPreempted().Match(format.Print) is { Success: true } match
            ? int.Parse(match.Groups[1].ValueSpan, CultureInfo.InvariantCulture)
            : PreemptedBit;
        _stateMask = _preempted == PreemptedBit ? StateMask : _preempted - 1;
    }

    /// <summary>Finds the fields.</summary>
    /// <returns>Null where one is missing.</returns>
    public static SchedSwitchFields? Bind(TraceFormat format)
    {
        string[] names = ["prev_pid", "prev_prio", "prev_state", "prev_comm", "next_pid", "next_prio", "next_comm"];
        TraceField?[] fields = [.. names.Select(format.Find)];
        return fields.Contains(null) ? null : new SchedSwitchFields(format, fields!);
    }

    /// <summary>Reads an event.</summary>
    /// <returns>False where it is too short.</returns>
    public bool TryRead(ReadOnlySpan<byte> raw, out SchedSwitch found)
    {
        found = default;
        if (!_previousTid.TryNumber(raw, out long previous) || !_previousPriority.TryNumber(raw, out long priority) || !_previousState.TryNumber(raw, out long state)
            || !_nextTid.TryNumber(raw, out long next) || !_nextPriority.TryNumber(raw, out long nextPriority))
            return false;
        found = new SchedSwitch(raw, _previousName, _nextName)
        {
            PreviousTid = (int)previous,
            PreviousPriority = (int)priority,
            PreviousState = (int)state & _stateMask,
            IsPreempted = (state & _preempted) != 0,
            NextTid = (int)next,
            NextPriority = (int)nextPriority,
        };
        return true;
    }

    // Older kernels write the bit as a number: REC->prev_state & 2048 ? "+" : "".
    [GeneratedRegex("""prev_state & \(?(\d{1,6})\)? \? "\+" """)]
    private static partial Regex OldPreempted();
}
