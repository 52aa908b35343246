namespace Fathom.Formats.PerfData.Ordering;

/// <summary>The records of a recording as they lie in it.</summary>
/// <param name="stream">At the first record; it is not disposed.</param>
/// <param name="length">Bytes of all records, or a large number where nobody says.</param>
/// <param name="start">Place of the first record.</param>
internal sealed class RecordSource(Stream stream, long length, long start)
{
    private long _taken;

    /// <summary>Bytes that were not read yet.</summary>
    public long Left => length - _taken;

    /// <summary>Place in the file behind what was read.</summary>
    public long Position => start + _taken;

    /// <summary>Reads more bytes.</summary>
    /// <returns>False at the end.</returns>
    public bool Fill(RecordBuffer buffer)
    {
        int read = Read(buffer.Room());
        buffer.Added(read);
        return read > 0;
    }

    /// <summary>Takes bytes that follow a record outside of its size.</summary>
    /// <returns>As many as there are.</returns>
    public byte[] Take(RecordBuffer buffer, int count)
    {
        int first = Math.Min(count, buffer.Waiting.Length);
        byte[] found = buffer.Waiting[..first].ToArray();
        buffer.Advance(first);
        int next = first;
        while (next < count)
        {
            // Twice as much at most: a size that is a lie costs no memory that the stream does not fill.
            if (next == found.Length)
                Array.Resize(ref found, (int)Math.Min(count, Math.Max(4096L, found.Length * 2L)));
            int read = Read(found.AsSpan(next));
            if (read == 0)
                break;
            next += read;
        }

        return next == found.Length ? found : found[..next];
    }

    /// <summary>Passes over bytes that follow a record outside of its size.</summary>
    /// <returns>Bytes that were there.</returns>
    public long Skip(RecordBuffer buffer, long count)
    {
        long skipped = Math.Min(count, buffer.Waiting.Length);
        buffer.Advance((int)skipped);
        while (skipped < count)
        {
            Span<byte> room = buffer.Room();
            int read = Read(room[..(int)Math.Min(room.Length, count - skipped)]);
            if (read == 0)
                break;
            skipped += read;
        }

        return skipped;
    }

    private int Read(Span<byte> room)
    {
        int read = Left <= 0 ? 0 : stream.Read(room[..(int)Math.Min(room.Length, Left)]);
        _taken += read;
        return read;
    }
}
