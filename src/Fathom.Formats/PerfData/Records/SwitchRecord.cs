using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>The current thread was switched in or out: <see cref="PerfRecordType.Switch"/> and <see cref="PerfRecordType.SwitchCpuWide"/>.</summary>
/// <remarks>The thread itself and the time stand in the record's trailer.</remarks>
/// <param name="record">The record.</param>
public readonly ref struct SwitchRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Type == PerfRecordType.SwitchCpuWide ? record.Body : default;

    /// <summary>Whether it was switched out, and not in.</summary>
    public bool IsOut { get; } = (record.Misc & PerfMisc.Bit13) != 0;

    /// <summary>Whether it was switched out although it could run.</summary>
    public bool IsPreempted { get; } = (record.Misc & PerfMisc.Bit14) != 0;

    /// <summary>Process of the thread that comes next, or of the one that ran before; -1 where unknown.</summary>
    public int OtherPid => _body.IsEmpty ? -1 : RecordFields.I32(_body, 0);

    /// <summary>That thread; -1 where unknown.</summary>
    public int OtherTid => _body.IsEmpty ? -1 : RecordFields.I32(_body, 4);
}
