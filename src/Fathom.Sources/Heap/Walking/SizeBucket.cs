namespace Fathom.Sources.Heap.Walking;

/// <summary>Objects of one type whose sizes are of one power of two. 16 bytes.</summary>
internal struct SizeBucket
{
    public long Count;
    public long SizeBytes;

    public void Add(long size)
    {
        Count++;
        SizeBytes += size;
    }

    public void Remove(long size)
    {
        Count--;
        SizeBytes -= size;
    }
}
