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

    /// <summary>The thread that the event is about; the same as a rule.</summary>
    public ulong ThreadId { get; set; }

    /// <summary>The processor that wrote it.</summary>
    public uint Processor { get; set; }

    /// <summary>Number of the stack; 0 for none.</summary>
    public uint StackId { get; set; }

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
