using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;

namespace Fathom.Sources.Heap.Walking;

/// <summary>
/// Counts objects by the power of two of their size, for types whose objects differ in size: arrays, strings and free blocks. In native memory, for
/// one addition per object.
/// </summary>
internal sealed unsafe class SizeBuckets : IDisposable
{
    // The smallest object has 24 bytes, and 2^32 components of 64 KiB are the most that a header can claim.
    private const int SmallestLog = 4;
    private const int PerType = 48 - SmallestLog + 1;
    private const int FirstCapacity = 64;

    private SizeBucket* _buckets;
    private uint _capacity;
    private uint _count = 1;

    ~SizeBuckets() => NativeMemory.Free(_buckets);

    /// <summary>The first bucket; valid until the next type is added.</summary>
    public SizeBucket* First => _buckets;

    /// <summary>Makes room for one type more.</summary>
    /// <returns>Where its buckets are.</returns>
    public uint Add()
    {
        if (_count >= _capacity)
            Grow();
        return _count++ * PerType;
    }

    /// <summary>The bucket of a size.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static SizeBucket* Of(SizeBucket* first, uint type, ulong size) => first + type + (uint)(BitOperations.Log2(size) - SmallestLog);

    /// <summary>What was counted of one type, smallest sizes first.</summary>
    /// <param name="type">What <see cref="Add"/> has returned for it.</param>
    /// <param name="number">The type's number for the answer.</param>
    /// <param name="to">Takes the answer.</param>
    public void Collect(uint type, int number, List<HeapSizes> to)
    {
        for (int i = 0; i < PerType; i++)
        {
            SizeBucket bucket = _buckets[type + i];
            if (bucket.Count > 0)
                to.Add(new HeapSizes(number, 1L << (i + SmallestLog), bucket.Count, bucket.SizeBytes));
        }
    }

    public void Dispose()
    {
        NativeMemory.Free(_buckets);
        _buckets = null;
        GC.SuppressFinalize(this);
    }

    private void Grow()
    {
        uint capacity = Math.Max(FirstCapacity, _capacity * 2);
        SizeBucket* grown = (SizeBucket*)NativeMemory.AllocZeroed(capacity * PerType, (nuint)sizeof(SizeBucket));
        new Span<SizeBucket>(_buckets, (int)_capacity * PerType).CopyTo(new Span<SizeBucket>(grown, (int)capacity * PerType));
        NativeMemory.Free(_buckets);
        _buckets = grown;
        _capacity = capacity;
    }
}
