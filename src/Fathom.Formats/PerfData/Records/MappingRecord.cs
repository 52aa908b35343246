using Fathom.Formats.PerfData.Fields;

namespace Fathom.Formats.PerfData.Records;

/// <summary>A file, or memory without one, was mapped: <see cref="PerfRecordType.Mmap"/> and <see cref="PerfRecordType.Mmap2"/>.</summary>
/// <param name="record">The record.</param>
public readonly ref struct MappingRecord(PerfRecord record)
{
    private const int BuildIdPlace = 36;

    private readonly ReadOnlySpan<byte> _body = record.Body;
    private readonly bool _isSecond = record.Type == PerfRecordType.Mmap2;
    private readonly int _misc = record.Misc;

    /// <summary>Process; -1 is the kernel.</summary>
    public int Pid => RecordFields.I32(_body, 0);

    /// <summary>Thread.</summary>
    public int Tid => RecordFields.I32(_body, 4);

    /// <summary>First address.</summary>
    public ulong Address => RecordFields.U64(_body, 8);

    /// <summary>Bytes.</summary>
    public ulong SizeBytes => RecordFields.U64(_body, 16);

    /// <summary>Place in the file, in bytes.</summary>
    public ulong FileOffset => RecordFields.U64(_body, 24);

    /// <summary>Whether it is data and no code.</summary>
    public bool IsData => (_misc & PerfMisc.Bit13) != 0;

    /// <summary>Build id of the file, up to 20 bytes; empty where the record has the inode in its place.</summary>
    public ReadOnlySpan<byte> BuildId => HasBuildId ? _body.Slice(BuildIdPlace, Math.Min(_body[32], (byte)20)) : default;

    /// <summary>Device of the file as major times 2^32 plus minor; 0 where unknown.</summary>
    public ulong Device => HasInode ? ((ulong)(uint)RecordFields.I32(_body, 32) << 32) | (uint)RecordFields.I32(_body, 36) : 0;

    /// <summary>Inode of the file; 0 where unknown.</summary>
    public ulong Inode => HasInode ? RecordFields.U64(_body, 40) : 0;

    /// <summary>Generation of the inode; 0 where unknown.</summary>
    public ulong InodeGeneration => HasInode ? RecordFields.U64(_body, 48) : 0;

    /// <summary>Protection: 1 read, 2 write, 4 execute; 0 where unknown.</summary>
    public int Protection => _isSecond ? RecordFields.I32(_body, 56) : 0;

    /// <summary>Flags of <c>mmap</c>; 0 where unknown.</summary>
    public int Flags => _isSecond ? RecordFields.I32(_body, 60) : 0;

    /// <summary>Path as the process has it, or a name in brackets or after <c>//</c> for memory without a file.</summary>
    public ReadOnlySpan<byte> Path => RecordFields.UpToZero(_body[(_isSecond ? 64 : 32)..]);

    private bool HasBuildId => _isSecond && (_misc & PerfMisc.Bit14) != 0;

    private bool HasInode => _isSecond && !HasBuildId;
}
