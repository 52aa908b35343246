namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A process whose events a stream has.</summary>
/// <param name="number">Its number in the recording, from 1.</param>
/// <param name="pid">Its number as it knows itself; 0 where the stream does not tell.</param>
internal sealed class TracedProcess(uint number, int pid)
{
    private readonly Dictionary<ulong, TracedThread> _threads = [];

    public uint Number { get; } = number;

    public int Pid { get; } = pid;

    /// <summary>Its command line; null until it is told.</summary>
    public string? CommandLine { get; set; }

    /// <summary>Its code.</summary>
    public MethodMap Methods { get; } = new();

    /// <summary>Its collections.</summary>
    public GcHistory Collections { get; } = new();

    /// <summary>Its threads by their numbers at the operating system.</summary>
    public IReadOnlyDictionary<ulong, TracedThread> Threads => _threads;

    /// <summary>The thread of a number; a new one gets the next number of the recording.</summary>
    public TracedThread ThreadOf(ulong tid, ref uint count)
    {
        if (!_threads.TryGetValue(tid, out TracedThread? thread))
            _threads.Add(tid, thread = new TracedThread(++count, tid));
        return thread;
    }
}
