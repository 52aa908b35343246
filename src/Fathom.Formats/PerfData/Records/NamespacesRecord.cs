using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>Namespaces of a thread: <see cref="PerfRecordType.Namespaces"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct NamespacesRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>Process.</summary>
    public int Pid => RecordFields.I32(_body, 0);

    /// <summary>Thread.</summary>
    public int Tid => RecordFields.I32(_body, 4);

    /// <summary>Namespaces in this order: network, UTS, IPC, PID, user, mount, control groups.</summary>
    public ReadOnlySpan<PerfNamespace> Links => MemoryMarshal.Cast<byte, PerfNamespace>(_body.Slice(16, (int)RecordFields.U64(_body, 8) * 16));
}
