namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Where the fields of <c>sched_waking</c> and its kind are in a recording.</summary>
public sealed class SchedWakingFields
{
    private readonly TraceField _tid;
    private readonly TraceField _priority;
    private readonly TraceField _target;
    private readonly TraceField _name;

    private SchedWakingFields(TraceField[] fields) => (_tid, _priority, _target, _name) = (fields[0], fields[1], fields[2], fields[3]);

    /// <summary>Finds the fields.</summary>
    /// <returns>Null where one is missing.</returns>
    public static SchedWakingFields? Bind(TraceFormat format)
    {
        TraceField?[] fields = [format.Find("pid"), format.Find("prio"), format.Find("target_cpu"), format.Find("comm")];
        return fields.Contains(null) ? null : new SchedWakingFields(fields!);
    }

    /// <summary>Reads an event.</summary>
    /// <returns>False where it is too short.</returns>
    public bool TryRead(ReadOnlySpan<byte> raw, out SchedWaking found)
    {
        found = default;
        if (!_tid.TryNumber(raw, out long tid) || !_priority.TryNumber(raw, out long priority) || !_target.TryNumber(raw, out long target))
            return false;
        found = new SchedWaking(raw, _name) { Tid = (int)tid, Priority = (int)priority, TargetCpu = (int)target };
        return true;
    }
}
