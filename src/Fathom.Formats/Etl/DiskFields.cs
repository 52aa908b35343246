using Fathom.Formats.NetTrace;

namespace Fathom.Formats.Etl;

/// <summary>The fields of a request to a disk that has ended, as the Windows kernel tells it.</summary>
/// <remarks>
/// <code>
/// read, write: u32 disk, u32 flags, u32 size, u32 unused, i64 offset, P file key, P request, i64 ticks, version 3: u32 thread
/// flush:       u32 disk, u32 flags, i64 ticks, P request, version 3: u32 thread
/// </code>
/// <para>Ticks are those between the arrival of the request at the disk's driver and its end. Bits 17 to 19 of the flags are its
/// priority.</para>
/// </remarks>
public readonly ref struct DiskFields
{
    private const int PriorityAt = 17;
    private const int PriorityBits = 7;

    private DiskFields(PayloadReader fields, bool isFlush)
    {
        (Disk, uint flags) = (fields.UInt32(), fields.UInt32());
        Priority = (int)(flags >> PriorityAt) & PriorityBits;
        if (isFlush)
        {
            (Ticks, Request) = (fields.Int64(), fields.Pointer());
        }
        else
        {
            (Size, _, Offset) = (fields.UInt32(), fields.UInt32(), fields.Int64());
            (FileKey, Request, Ticks) = (fields.Pointer(), fields.Pointer(), fields.Int64());
        }

        IsWhole = !fields.IsShort;
    }

    /// <summary>Whether no field is missing.</summary>
    public bool IsWhole { get; }

    /// <summary>Number of the disk.</summary>
    public uint Disk { get; }

    /// <summary>0 for none, then from 1 very low to 5 critical.</summary>
    public int Priority { get; }

    /// <summary>Bytes; null of a flush.</summary>
    public long? Size { get; }

    /// <summary>Place on the disk in bytes; null of a flush.</summary>
    public long? Offset { get; }

    /// <summary>Address that stands for the file (<see cref="FileNames"/>); 0 for none.</summary>
    public ulong FileKey { get; }

    /// <summary>Address of the request, the same at its begin.</summary>
    public ulong Request { get; }

    /// <summary>How long it took.</summary>
    public long Ticks { get; }

    /// <summary>Reads them.</summary>
    /// <param name="payload">The bytes.</param>
    /// <param name="pointerSize">4 or 8.</param>
    /// <param name="isFlush">Whether it is a flush.</param>
    public static DiskFields Read(ReadOnlySpan<byte> payload, int pointerSize, bool isFlush)
    {
        PayloadReader fields = new(payload, pointerSize);
        return new DiskFields(fields, isFlush);
    }
}
