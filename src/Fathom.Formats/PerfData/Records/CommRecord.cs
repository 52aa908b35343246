using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A thread got a name: <see cref="PerfRecordType.Comm"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct CommRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>Process.</summary>
    public int Pid => RecordFields.I32(_body, 0);

    /// <summary>Thread.</summary>
    public int Tid => RecordFields.I32(_body, 4);

    /// <summary>Name, up to 15 bytes.</summary>
    public ReadOnlySpan<byte> Name => RecordFields.UpToZero(_body[8..]);

    /// <summary>Whether the process began another program, which dropped its mappings and its other threads.</summary>
    public bool IsExec { get; } = (record.Misc & PerfMisc.Bit13) != 0;
}
