using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData;

/// <summary>What was read of a recording, and what was not.</summary>
public sealed class PerfDataTotals
{
    private readonly long[] _records = new long[256];

    /// <summary>How the recording ended.</summary>
    public PerfDataEnd End { get; private set; }

    /// <summary>One sentence about an end that is not <see cref="PerfDataEnd.Complete"/>; null before and for a complete recording.</summary>
    public string? EndReason { get; private set; }

    /// <summary>Bytes of records that were read, compressed ones as they lie in the file.</summary>
    public long Bytes { get; internal set; }

    /// <summary>Bytes that compressed records had before.</summary>
    public long DecompressedBytes { get; internal set; }

    /// <summary>Bytes behind the place where reading ended; 0 where nobody can know them.</summary>
    public long UnreadBytes { get; internal set; }

    /// <summary>Samples that were handed over.</summary>
    public long Samples { get; internal set; }

    /// <summary>Records that the kernel lost because a buffer was full, as it says itself. It does not say so for all.</summary>
    public ulong LostRecords { get; internal set; }

    /// <summary>Samples that the kernel lost, as it says itself.</summary>
    public ulong LostSamples { get; internal set; }

    /// <summary>Samples that a BPF filter left out, as it was asked to.</summary>
    public ulong FilteredSamples { get; internal set; }

    /// <summary>Samples whose event the recording does not have.</summary>
    public long UnknownSamples { get; internal set; }

    /// <summary>Records that are shorter than what they must hold; they are passed over.</summary>
    public long DamagedRecords { get; internal set; }

    /// <summary>Records of a kind that this reader does not know.</summary>
    public long UnknownRecords { get; internal set; }

    /// <summary>Records that were handed over behind newer ones, because they came too late for the window.</summary>
    public long OutOfOrder { get; internal set; }

    /// <summary>How often the window was full before a round ended.</summary>
    public long ForcedFlushes { get; internal set; }

    /// <summary>Bytes of hardware traces; they are passed over.</summary>
    public long SkippedAuxBytes { get; internal set; }

    /// <summary>Records of <c>perf stat</c>; they are passed over.</summary>
    public long SkippedStatistics => this[PerfRecordType.Stat] + this[PerfRecordType.StatRound] + this[PerfRecordType.StatConfig];

    /// <summary>Whether every record was read, and the kernel reports no loss.</summary>
    public bool IsWhole => End == PerfDataEnd.Complete && (LostRecords | LostSamples) == 0 && (UnknownSamples | DamagedRecords | UnknownRecords) == 0;

    /// <summary>Records of all kinds, with the compressed ones and those that were in them.</summary>
    public long Records => _records.Sum();

    /// <summary>Records of a kind.</summary>
    public long this[PerfRecordType type] => _records[(int)type];

    internal void Count(uint type) => _records[type]++;

    internal void Finish(PerfDataEnd end, string? reason)
    {
        if (End == PerfDataEnd.None)
            (End, EndReason) = (end, reason);
    }
}
