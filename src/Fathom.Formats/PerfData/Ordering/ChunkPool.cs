using System.Buffers;

namespace Fathom.Formats.PerfData.Ordering;

/// <summary>The chunks of a reader.</summary>
internal sealed class ChunkPool : IDisposable
{
    private readonly List<RecordChunk> _all = [];
    private readonly Stack<RecordChunk> _free = [];

    /// <summary>Bytes of the chunks that are in use.</summary>
    public long UsedBytes => (long)(_all.Count - _free.Count) * RecordChunk.SizeBytes;

    public RecordChunk this[int index] => _all[index];

    /// <summary>A chunk with one holder.</summary>
    public RecordChunk Rent()
    {
        if (!_free.TryPop(out RecordChunk? chunk))
        {
            chunk = new RecordChunk(_all.Count);
            _all.Add(chunk);
        }

        chunk.Holders = 1;
        return chunk;
    }

    /// <summary>One holder less.</summary>
    public void Release(RecordChunk chunk)
    {
        if (--chunk.Holders == 0)
            _free.Push(chunk);
    }

    /// <summary>Gives all memory back; records in it are no longer valid.</summary>
    public void Dispose()
    {
        foreach (RecordChunk chunk in _all)
            ArrayPool<byte>.Shared.Return(chunk.Bytes);
        _all.Clear();
        _free.Clear();
    }
}
