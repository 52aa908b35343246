using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>
/// The user part of call chains, taken when the thread left the kernel: <see cref="PerfRecordType.DeferredCallchain"/>. It belongs to the samples of the same
/// thread whose chain ends with <see cref="CallchainMarker.UserDeferred"/> and the same number.
/// </summary>
/// <param name="record">The record.</param>
public readonly ref struct DeferredCallchainRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>The number.</summary>
    public ulong Cookie => RecordFields.U64(_body, 0);

    /// <summary>Addresses, leaf first, with markers.</summary>
    public ReadOnlySpan<ulong> Callchain => MemoryMarshal.Cast<byte, ulong>(_body.Slice(16, (int)RecordFields.U64(_body, 8) * sizeof(ulong)));
}
