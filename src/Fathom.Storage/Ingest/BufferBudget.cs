namespace Fathom.Storage.Ingest;

/// <summary>Counts the bytes of rows that wait to be written, over all tables of a recording.</summary>
internal sealed class BufferBudget(long limitBytes)
{
    private long _bytes;

    /// <summary>Whether more rows wait than may.</summary>
    public bool IsExceeded => Volatile.Read(ref _bytes) > limitBytes;

    /// <summary>Counts rows that came (positive) or were sent to be written (negative).</summary>
    public void Add(long bytes) => Interlocked.Add(ref _bytes, bytes);
}
