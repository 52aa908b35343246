using System.Numerics;
using Fathom.Model.Tables;

namespace Fathom.Model.Heap;

/// <summary>
/// Number and size of one type's objects by the power of two of their size. Dead objects that no collection has taken yet are included.
/// </summary>
[Table("heap_size", "heap", "snapshot_id", "type_id", "from_bytes")]
public readonly partial record struct HeapSizeRow(
    [Column("The snapshot.")] uint SnapshotId,
    [Column("The type.")] uint TypeId,
    [Column("The least size, a power of two: the objects have at least so many bytes and less than twice as many.")] long FromBytes,
    [Column("Objects (or free blocks).")] long Count,
    [Column("Bytes that they occupy: each aligned up to 8 and at least 24.")] long SizeBytes)
{
    /// <summary>The bucket of a size: the largest power of two that is not above it.</summary>
    /// <param name="sizeBytes">Bytes that an object occupies, at least 1.</param>
    public static long BucketOf(long sizeBytes) => 1L << BitOperations.Log2((ulong)sizeBytes);
}
