using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A full buffer lost records, or an event lost samples: <see cref="PerfRecordType.Lost"/> and <see cref="PerfRecordType.LostSamples"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct LostRecord(PerfRecord record)
{
    /// <summary>How many.</summary>
    public ulong Count { get; } = RecordFields.U64(record.Body, record.Type == PerfRecordType.Lost ? 8 : 0);

    /// <summary>Id of the event in whose buffer it was.</summary>
    public ulong SourceId { get; } = record.Type == PerfRecordType.Lost ? RecordFields.U64(record.Body, 0) : record.Id;

    /// <summary>Whether samples were lost at the hand of a BPF filter, which wanted it so.</summary>
    public bool IsFiltered { get; } = record.Type == PerfRecordType.LostSamples && (record.Misc & PerfMisc.Bit15) != 0;
}
