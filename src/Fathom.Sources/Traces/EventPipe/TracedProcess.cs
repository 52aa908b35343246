using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A process whose events a stream has.</summary>
/// <param name="number">Its number in the recording, from 1.</param>
/// <param name="pid">Its number as it knows itself; 0 where the stream does not tell.</param>
/// <param name="isNew">Whether no other trace of the recording tells of it.</param>
internal sealed class TracedProcess(uint number, int pid, bool isNew)
{
    private readonly Dictionary<ulong, TracedThread> _threads = [];

    public uint Number { get; } = number;

    public int Pid { get; } = pid;

    public bool IsNew { get; } = isNew;

    /// <summary>Its command line; null until it is told.</summary>
    public string? CommandLine { get; set; }

    /// <summary>Its code.</summary>
    public MethodMap Methods { get; } = new();

    /// <summary>Its collections.</summary>
    public GcHistory Collections { get; } = new();

    /// <summary>Its threads by their numbers at the operating system.</summary>
    public IReadOnlyDictionary<ulong, TracedThread> Threads => _threads;

    /// <summary>The thread of a number at the operating system.</summary>
    public TracedThread ThreadOf(ulong tid, ITraceNumbers numbers)
    {
        if (!_threads.TryGetValue(tid, out TracedThread? thread))
            _threads.Add(tid, thread = new TracedThread(numbers.ThreadOf(Number, (int)tid, out bool isNew), tid, isNew));
        return thread;
    }
}
