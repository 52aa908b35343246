namespace Fathom.Formats.NetTrace;

/// <summary>What stands before the payload of an event.</summary>
public struct EventHeader
{
    /// <summary>Number of the event's kind in this stream.</summary>
    public uint MetadataId { get; set; }

    /// <summary>Counts the events of the thread that wrote it, from 1.</summary>
    public uint SequenceNumber { get; set; }

    /// <summary>The thread that wrote the event.</summary>
    public ulong CaptureThreadId { get; set; }

    /// <summary>The thread that the event is about; the same as a rule. 0 where the stream does not tell.</summary>
    public ulong ThreadId { get; set; }

    /// <summary>Version 6: number of that thread in this stream; 0 before.</summary>
    public ulong ThreadIndex { get; set; }

    /// <summary>Version 6: the process of that thread; 0 where the stream does not tell, and before version 6.</summary>
    public ulong ProcessId { get; set; }

    /// <summary>The processor that wrote it.</summary>
    public uint Processor { get; set; }

    /// <summary>Number of the stack; 0 for none.</summary>
    public uint StackId { get; set; }

    /// <summary>Version 6: number of the list of labels; 0 for none.</summary>
    public uint LabelListId { get; set; }

    /// <summary>Time in ticks of <see cref="NetTraceHeader.TicksPerSecond"/>.</summary>
    public long Ticks { get; set; }

    /// <summary>The activity that it belongs to; empty for none.</summary>
    public Guid ActivityId { get; set; }

    /// <summary>The activity that began this one; empty for none.</summary>
    public Guid RelatedActivityId { get; set; }

    /// <summary>Bytes of the payload.</summary>
    public uint PayloadBytes { get; set; }

    /// <summary>Whether no event behind this one is older.</summary>
    public bool IsSorted { get; set; }
}
