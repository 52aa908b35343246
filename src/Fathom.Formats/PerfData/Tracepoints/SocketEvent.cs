namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>What a tracepoint tells of a socket.</summary>
public readonly ref struct SocketEvent
{
    /// <summary>Address of the socket in the kernel: it stands for the socket while it is there.</summary>
    public long Socket { get; init; }

    /// <summary>States before and behind the event, as Linux numbers them; 0 where it tells none.</summary>
    public (int Old, int New) States { get; init; }

    /// <summary>Bytes that were sent or received; below 0 an error.</summary>
    public long Bytes { get; init; }

    /// <summary>Address of this machine: 4 or 16 bytes; empty where it tells none.</summary>
    public ReadOnlySpan<byte> Local { get; init; }

    /// <summary>Address of the other side.</summary>
    public ReadOnlySpan<byte> Remote { get; init; }

    /// <summary>Port of this machine; 0 where it has none yet.</summary>
    public int LocalPort { get; init; }

    /// <summary>Port of the other side.</summary>
    public int RemotePort { get; init; }
}
