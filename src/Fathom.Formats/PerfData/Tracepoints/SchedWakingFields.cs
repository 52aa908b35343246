namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Where the fields of <c>sched_waking</c> and its kind are in a recording.</summary>
public sealed class SchedWakingFields
{
    // Bits of common_flags, as the kernel's trace_flag_type has them.
    private const long HardInterrupt = 0x08;
    private const long SoftInterrupt = 0x10;

    private readonly TraceField _tid;
    private readonly TraceField _priority;
    private readonly TraceField _target;
    private readonly TraceField _name;
    private readonly TraceField? _flags;

    private SchedWakingFields(TraceField[] fields, TraceField? flags) => (_tid, _priority, _target, _name, _flags) = (fields[0], fields[1], fields[2], fields[3], flags);

    /// <summary>Finds the fields.</summary>
    /// <returns>Null where one is missing.</returns>
    public static SchedWakingFields? Bind(TraceFormat format)
    {
        TraceField?[] fields = [format.Find("pid"), format.Find("prio"), format.Find("target_cpu"), format.Find("comm")];
        return fields.Contains(null) ? null : new SchedWakingFields(fields!, format.Find("common_flags"));
    }

    /// <summary>Reads an event.</summary>
    /// <returns>False where it is too short.</returns>
    public bool TryRead(ReadOnlySpan<byte> raw, out SchedWaking found)
    {
        found = default;
        if (!_tid.TryNumber(raw, out long tid) || !_priority.TryNumber(raw, out long priority) || !_target.TryNumber(raw, out long target))
            return false;
        long flags = 0;
        _flags?.TryNumber(raw, out flags);
        found = new SchedWaking(raw, _name)
        {
            Tid = (int)tid,
            Priority = (int)priority,
            TargetCpu = (int)target,
            IsInterrupt = (flags & HardInterrupt) != 0,
            IsSoftInterrupt = (flags & SoftInterrupt) != 0,
        };
        return true;
    }
}
