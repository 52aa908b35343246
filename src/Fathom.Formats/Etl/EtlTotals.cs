namespace Fathom.Formats.Etl;

/// <summary>What was read of a trace, and what could not be.</summary>
public sealed class EtlTotals
{
    /// <summary>Records.</summary>
    public long Records { get; internal set; }

    /// <summary>Buffers.</summary>
    public int Buffers { get; internal set; }

    /// <summary>Buffers that are compressed.</summary>
    public int Compressed { get; internal set; }

    /// <summary>Buffers whose head or content makes no sense; what was before the damage in them counts.</summary>
    public long DamagedBuffers { get; internal set; }

    /// <summary>Bytes of the file behind the last buffer that could be found.</summary>
    public long BytesBehind { get; internal set; }

    /// <summary>Buffers that say that something before them was lost.</summary>
    public long BuffersAfterLoss { get; internal set; }

    /// <summary>Records of a kind that is not known.</summary>
    public long UnknownRecords { get; internal set; }

    /// <summary>Messages, whose text is in the symbols of the program that wrote them.</summary>
    public long Messages { get; internal set; }

    /// <summary>Records that are older than one before them.</summary>
    public long OutOfOrder { get; internal set; }

    /// <summary>Stacks, or parts of them.</summary>
    public long Stacks { get; internal set; }

    /// <summary>Stacks whose event was not met, or came too long before.</summary>
    public long LateStacks { get; internal set; }

    /// <summary>Stacks that refer to one that the trace does not tell.</summary>
    public long UndefinedStacks { get; internal set; }

    /// <summary>Events that have counts of the processor's counters beside their fields, which are not read.</summary>
    public long WithCounters { get; internal set; }

    /// <summary>Events whose description is damaged, or beyond the limit of descriptions.</summary>
    public long DamagedSchemas { get; internal set; }

    /// <summary>Events of processors that have no room.</summary>
    public long BuffersWithoutRoom { get; internal set; }
}
