namespace Fathom.Formats.PerfData.Ordering;

/// <summary>Takes bytes as they come and gives records in one piece each.</summary>
/// <remarks>A record that does not fit behind the others in a chunk is carried over to the next, so that records may stay where they are while they wait.</remarks>
/// <param name="pool">Gives the chunks.</param>
internal sealed class RecordBuffer(ChunkPool pool)
{
    // A record has up to 64 KB; less room than this is not worth a call of the source.
    private const int LeastRoom = 64 * 1024;

    private int _end;

    /// <summary>The chunk that is being filled.</summary>
    public RecordChunk Chunk { get; private set; } = pool.Rent();

    /// <summary>Place of the next record in the chunk.</summary>
    public int Next { get; private set; }

    /// <summary>Bytes from there on.</summary>
    public ReadOnlySpan<byte> Waiting => Chunk.Bytes.AsSpan(Next, _end - Next);

    /// <summary>Room for more bytes.</summary>
    public Span<byte> Room()
    {
        if (RecordChunk.SizeBytes - _end < LeastRoom)
            Carry();
        return Chunk.Bytes.AsSpan(_end);
    }

    /// <summary>Bytes were put into the room.</summary>
    public void Added(int count) => _end += count;

    /// <summary>Goes behind some of the waiting bytes.</summary>
    public void Advance(int count) => Next += count;

    private void Carry()
    {
        RecordChunk old = Chunk;
        ReadOnlySpan<byte> rest = Waiting;
        Chunk = pool.Rent();
        rest.CopyTo(Chunk.Bytes);
        (Next, _end) = (0, rest.Length);
        pool.Release(old);
    }
}
