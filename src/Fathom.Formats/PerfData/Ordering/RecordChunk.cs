using System.Buffers;

namespace Fathom.Formats.PerfData.Ordering;

/// <summary>A piece of memory with whole records. It is used again when no record in it waits for its turn.</summary>
/// <param name="index">Its number in the pool.</param>
internal sealed class RecordChunk(int index)
{
    /// <summary>Its size; no record is larger than a sixteenth of it.</summary>
    public const int SizeBytes = 1 << 20;

    public int Index { get; } = index;

    public byte[] Bytes { get; } = ArrayPool<byte>.Shared.Rent(SizeBytes);

    /// <summary>Records that wait, and one more while the chunk is being filled.</summary>
    public int Holders { get; set; }
}
