namespace Fathom.Sources.NetTrace;

/// <summary>What stands before the payload of an event.</summary>
internal struct EventHeader
{
    /// <summary>Number of the event's kind in this stream.</summary>
    public uint MetadataId;

    /// <summary>Counts the events of the thread that wrote it, from 1.</summary>
    public uint SequenceNumber;

    /// <summary>The thread that wrote the event.</summary>
    public ulong CaptureThreadId;

    /// <summary>The thread that the event is about; the same as a rule.</summary>
    public ulong ThreadId;

    /// <summary>The processor that wrote it.</summary>
    public uint Processor;

    /// <summary>Number of the stack; 0 for none.</summary>
    public uint StackId;

    /// <summary>Time in ticks of <see cref="NetTraceHeader.TicksPerSecond"/>.</summary>
    public long Ticks;

    /// <summary>The activity that it belongs to; empty for none.</summary>
    public Guid ActivityId;

    /// <summary>The activity that began this one; empty for none.</summary>
    public Guid RelatedActivityId;

    /// <summary>Bytes of the payload.</summary>
    public uint PayloadBytes;

    /// <summary>Whether no event behind this one is older.</summary>
    public bool IsSorted;
}
