namespace Fathom.Formats.PerfData;

/// <summary>What a recording's events were opened on, by its index of ids.</summary>
public sealed class RecordingScope
{
    private readonly HashSet<int> _cpus = [];

    /// <summary>Ids that stand for all threads of a processor.</summary>
    public int ProcessorIds { get; private set; }

    /// <summary>Ids that stand for one thread and those that it makes.</summary>
    public int ThreadIds { get; private set; }

    /// <summary>Whether every thread of the recorded processors is in the recording. False where the recording does not say.</summary>
    public bool IsWholeMachine => ProcessorIds > 0 && ThreadIds == 0;

    /// <summary>Processors that were recorded; none where the recording does not say.</summary>
    public IReadOnlyCollection<int> Cpus => _cpus;

    internal void Add(long cpu, long tid)
    {
        if (tid == -1)
            ProcessorIds++;
        else
            ThreadIds++;
        if (cpu is >= 0 and <= int.MaxValue)
            _cpus.Add((int)cpu);
    }
}
