namespace Fathom.Model.Scheduling;

/// <summary>A thread while its trace is read.</summary>
internal sealed class ThreadEntry(int number, int tid, long startNs, bool beganInTrace)
{
    private readonly long[] _sums = new long[4];

    private readonly long _startNs = startNs;

    public int Number { get; } = number;

    public int Tid { get; } = tid;

    public ScheduleState State { get; set; } = ScheduleState.Unknown;

    /// <summary>From when on it has its state.</summary>
    public long SinceNs { get; set; } = startNs;

    /// <summary>The last moment in which it was seen to run.</summary>
    public long SeenNs { get; set; }

    /// <summary>The last moment in which it is known to have run, while it runs.</summary>
    public long RanAtNs => Math.Max(SeenNs, SinceNs);

    public int Cpu { get; set; } = -1;

    public ThreadStop Stop { get; set; }

    public int StackId { get; set; }

    public WaitEdges Edges { get; set; }

    /// <summary>When it was woken while it waits; -1 until then.</summary>
    public long WakingNs { get; set; } = -1;

    public int Waker { get; set; } = -1;

    public int WakerStackId { get; set; }

    public int Syscall { get; set; } = -1;

    /// <summary>How it had entered the call in which it waits, where that is known by its stack.</summary>
    public SyscallEntry Entry { get; set; }

    /// <summary>The call in which it waits since the start; -1 where that is not known.</summary>
    public int StartSyscall { get; set; } = -1;

    /// <summary>Whether it began in the trace, and nothing came of it since.</summary>
    public bool IsNewborn { get; set; }

    /// <summary>Whether it is known to have run, or to have waited for a processor, since the start, and which is not.</summary>
    public bool CouldRun { get; set; }

    /// <summary>Whether nothing is known of it but that it is there.</summary>
    public bool IsUntouched => State == ScheduleState.Unknown && SinceNs == _startNs && SeenNs == 0 && LeftNs < 0;

    public bool IsExiting { get; set; }

    /// <summary>The last moment in which it left a processor; -1 where it never did.</summary>
    public long LeftNs { get; set; } = -1;

    /// <summary>Whether nothing is known of it since it left a processor while it was ending.</summary>
    public bool MayHaveEnded => IsExiting && (State == ScheduleState.Unknown || (State == ScheduleState.Waiting && Stop == ThreadStop.Waiting && WakingNs < 0)) && LeftNs == SinceNs;

    public bool IsWoken => State == ScheduleState.Waiting && WakingNs >= 0;

    public void Add(ScheduleState state, long durationNs) => _sums[(int)state] += durationNs;

    public ThreadLife Life(long endNs, bool endedInTrace) => new(
        Number,
        Tid,
        _startNs,
        endNs,
        beganInTrace,
        endedInTrace,
        _sums[(int)ScheduleState.Running],
        _sums[(int)ScheduleState.Ready],
        _sums[(int)ScheduleState.Waiting],
        _sums[(int)ScheduleState.Unknown]);
}
