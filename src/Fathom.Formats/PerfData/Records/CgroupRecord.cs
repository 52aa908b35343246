using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A control group and its path: <see cref="PerfRecordType.Cgroup"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct CgroupRecord(PerfRecord record)
{
    private readonly ReadOnlySpan<byte> _body = record.Body;

    /// <summary>Id, as <see cref="PerfSample.CgroupId"/> has it.</summary>
    public ulong Id => RecordFields.U64(_body, 0);

    /// <summary>Path below the root of the tree.</summary>
    public ReadOnlySpan<byte> Path => RecordFields.UpToZero(_body[8..]);
}
