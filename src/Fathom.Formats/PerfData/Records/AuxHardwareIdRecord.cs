using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>Number that an event has within a hardware trace: <see cref="PerfRecordType.AuxOutputHardwareId"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct AuxHardwareIdRecord(PerfRecord record)
{
    /// <summary>The number, in the machine's own terms.</summary>
    public ulong HardwareId { get; } = RecordFields.U64(record.Body, 0);
}
