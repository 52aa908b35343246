using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A hardware trace of a thread began: <see cref="PerfRecordType.InstructionTraceStart"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct InstructionTraceRecord(PerfRecord record)
{
    /// <summary>Process.</summary>
    public int Pid { get; } = RecordFields.I32(record.Body, 0);

    /// <summary>Thread.</summary>
    public int Tid { get; } = RecordFields.I32(record.Body, 4);
}
