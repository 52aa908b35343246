using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A thread began or ended: <see cref="PerfRecordType.Fork"/> and <see cref="PerfRecordType.Exit"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct TaskRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>Its process.</summary>
    public int Pid => RecordFields.I32(_body, 0);

    /// <summary>Process that made it: the same for a thread, another for a process.</summary>
    public int ParentPid => RecordFields.I32(_body, 4);

    /// <summary>The thread.</summary>
    public int Tid => RecordFields.I32(_body, 8);

    /// <summary>Thread that made it.</summary>
    public int ParentTid => RecordFields.I32(_body, 12);

    /// <summary>Time in nanoseconds, which stands in the record itself.</summary>
    public long TimeNs => (long)RecordFields.U64(_body, 16);

    /// <summary>Whether a process began.</summary>
    public bool IsProcess => Pid != ParentPid;
}
