namespace Fathom.Sources.Surroundings.Figures;

/// <summary>
/// Network interfaces of the recorder's network namespace: lines of <c>/proc/net/dev</c>, "eth0: BYTES PACKETS ERRORS DROPS FIFO FRAME
/// COMPRESSED MULTICAST", received and then the same of what was sent.
/// </summary>
internal sealed class NetworkFigures(string root) : ItemFigures(new FigureFile($"{root}/proc/net/dev"), s_keys)
{
    private const string Topic = FigureTopics.Network;

    private static readonly FigureKey?[] s_keys =
    [
        new(Topic, "received_bytes"), new(Topic, "received_packets"), new(Topic, "received_errors"), new(Topic, "received_drops"),
        null, null, null, null,
        new(Topic, "sent_bytes"), new(Topic, "sent_packets"), new(Topic, "sent_errors"), new(Topic, "sent_drops"),
    ];

    /// <inheritdoc/>
    protected override ReadOnlySpan<byte> TakeName(ref ReadOnlySpan<byte> line)
    {
        int colon = line.IndexOf((byte)':');
        if (colon < 0)
            return default;
        ReadOnlySpan<byte> name = line[..colon].Trim((byte)' ');
        line = line[(colon + 1)..];
        return name;
    }

    /// <inheritdoc/>
    protected override bool IsTold(string name) => true;
}
