namespace Fathom.Formats.Etl.Buffers;

/// <summary>A file of a trace: the kernel and the programs may have written one each.</summary>
/// <param name="Read">Reads it.</param>
/// <param name="Length">Its length in bytes.</param>
/// <param name="Name">What it is called in messages.</param>
public sealed record EtlPart(ReadAt Read, long Length, string Name)
{
    /// <summary>What it says of itself; null before it was opened.</summary>
    public EtlHeader? Header { get; internal set; }

    /// <summary>Buffers in it.</summary>
    public long Buffers { get; internal set; }

    /// <summary>Bytes behind the last buffer that could be found.</summary>
    public long BytesBehind { get; internal set; }

    /// <summary>Whether its buffers say that they are what a session had not delivered yet to who listens.</summary>
    public bool IsBackup { get; internal set; }

    /// <summary>Time of its first event behind the header in ticks; the largest number before one was met.</summary>
    public long FirstTicks { get; internal set; } = long.MaxValue;

    /// <summary>Time of its last event in ticks; the least number before one was met.</summary>
    public long LastTicks { get; internal set; } = long.MinValue;
}
