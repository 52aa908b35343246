namespace Fathom.Formats.NetTrace;

/// <summary>What was read of a stream, and what was not.</summary>
public sealed class NetTraceTotals
{
    /// <summary>How the stream ended.</summary>
    public NetTraceEnd End { get; private set; }

    /// <summary>One sentence about an end that is not <see cref="NetTraceEnd.Complete"/>; null before and for a complete stream.</summary>
    public string? EndReason { get; private set; }

    /// <summary>Bytes that were read.</summary>
    public long Bytes { get; set; }

    /// <summary>Events that were read, those that nobody wanted included.</summary>
    public long Events { get; set; }

    /// <summary>Events that the target could not write because its buffers were full, by the gaps in the sequence numbers.</summary>
    public long DroppedEvents { get; set; }

    /// <summary>The same of each thread that lost some.</summary>
    public IReadOnlyDictionary<ulong, long> DroppedByThread { get; set; } = new Dictionary<ulong, long>();

    /// <summary>Events whose kind the stream never described; they cannot be read.</summary>
    public long UnknownEvents { get; set; }

    /// <summary>Blocks of which at least a part made no sense.</summary>
    public long DamagedBlocks { get; set; }

    /// <summary>Kinds of event whose description made no sense, or found no room in the memory that is kept for them.</summary>
    public long DamagedKinds { get; set; }

    /// <summary>Blocks of a kind that this reader does not know.</summary>
    public long UnknownBlocks { get; set; }

    /// <summary>Stacks that did not fit into the memory that is kept for them, or came with numbers that make no sense.</summary>
    public long LostStacks { get; set; }

    /// <summary>Version 6: lists of labels that did not fit into the memory that is kept for them.</summary>
    public long LostLabels { get; set; }

    /// <summary>Version 6: events of threads that the stream never described; they have no number of a thread.</summary>
    public long UnknownThreads { get; set; }

    /// <summary>Events that came out of the order of time: older than one that had left the window already. 0 where no order was asked for.</summary>
    public long LateEvents { get; set; }

    /// <summary>Whether every event of the stream was read.</summary>
    public bool IsWhole => End == NetTraceEnd.Complete && (DroppedEvents | UnknownEvents | DamagedBlocks | DamagedKinds) == 0;

    /// <summary>Notes the end.</summary>
    public void Finish(NetTraceEnd end, string? reason) => (End, EndReason) = (end, reason);
}
