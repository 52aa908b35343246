namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Where the fields of tracepoints of TCP are in a recording.</summary>
/// <remarks>Ports are numbers of this machine, addresses bytes in the order of the network. Those of IPv6 count where the family says so.</remarks>
public sealed class SocketFields
{
    private const int Narrow = 4;
    private const int Wide = 16;
    private const int Family4 = 2;
    private const int Family6 = 10;
    private const int Tcp = 6;

    private readonly TraceField _socket;
    private readonly TraceField? _family;
    private readonly TraceField? _protocol;
    private readonly TraceField? _bytes;
    private readonly (TraceField Old, TraceField New)? _states;
    private readonly Sides? _sides;

    private SocketFields(SocketStep step, TraceField socket, TraceFormat format)
    {
        (Step, _socket) = (step, socket);
        (_family, _protocol) = (format.Find("family"), format.Find("protocol"));
        _bytes = step is SocketStep.Send or SocketStep.Receive ? format.Find("ret") ?? format.Find("length") : null;
        _states = step == SocketStep.State && format.Find("oldstate") is { } old && format.Find("newstate") is { } next ? (old, next) : null;
        if (format.Find("sport") is { } localPort && format.Find("dport") is { } remotePort && format.Find("saddr") is { SizeBytes: Narrow } local
            && format.Find("daddr") is { SizeBytes: Narrow } remote)
            _sides = new Sides(localPort, remotePort, local, remote, format.Find("saddr_v6"), format.Find("daddr_v6"));
    }

    /// <summary>What happens to the socket.</summary>
    public SocketStep Step { get; }

    /// <summary>Finds the fields.</summary>
    /// <returns>Null where it tells of no socket, or of its address in the kernel nothing.</returns>
    public static SocketFields? Bind(TraceFormat format)
    {
        SocketStep step = format.Name switch
        {
            "inet_sock_set_state" => SocketStep.State,
            "tcp_retransmit_skb" => SocketStep.Retransmit,
            "sock_send_length" => SocketStep.Send,
            "sock_recv_length" => SocketStep.Receive,
            _ => SocketStep.Other,
        };
        if (format.System is not ("sock" or "tcp") || (format.Find("skaddr") ?? format.Find("sk")) is not { } socket)
            return null;
        SocketFields fields = new(step, socket, format);
        bool isWhole = step switch
        {
            SocketStep.State => fields is { _states: not null, _sides: not null },
            SocketStep.Send or SocketStep.Receive => fields is { _bytes: not null, _protocol: not null },
            _ => fields._sides is not null,
        };
        return isWhole ? fields : null;
    }

    /// <summary>Reads an event.</summary>
    /// <param name="raw">Its bytes.</param>
    /// <param name="isTcp">Whether it is of TCP.</param>
    /// <param name="told">What it tells.</param>
    /// <returns>False where it is too short.</returns>
    public bool TryRead(ReadOnlySpan<byte> raw, out bool isTcp, out SocketEvent told)
    {
        told = default;
        long protocol = Tcp, family = Family4, old = 0, next = 0, bytes = 0, localPort = 0, remotePort = 0;
        isTcp = (_protocol is null || _protocol.TryNumber(raw, out protocol)) && protocol == Tcp;
        if (!_socket.TryNumber(raw, out long socket) || (_family is not null && !_family.TryNumber(raw, out family))
            || (_protocol is not null && !_protocol.TryNumber(raw, out _)) || (_bytes is not null && !_bytes.TryNumber(raw, out bytes))
            || (_states is { } states && !(states.Old.TryNumber(raw, out old) && states.New.TryNumber(raw, out next)))
            || (_sides is not null && !(_sides.LocalPort.TryNumber(raw, out localPort) && _sides.RemotePort.TryNumber(raw, out remotePort))))
            return false;
        // Kernels before 5.12 tell no family with what is sent again; addresses of IPv4 have the form of IPv6 there too.
        bool isWide = _family is null ? _sides?.LocalWide is not null : family == Family6;
        ReadOnlySpan<byte> local = default, remote = default;
        if (_sides is not null && (isWide || family == Family4))
        {
            local = isWide ? _sides.LocalWide is { SizeBytes: Wide } wide ? wide.Bytes(raw) : default : _sides.Local.Bytes(raw);
            remote = isWide ? _sides.RemoteWide is { SizeBytes: Wide } wideRemote ? wideRemote.Bytes(raw) : default : _sides.Remote.Bytes(raw);
            if (local.IsEmpty || remote.IsEmpty)
                return false;
        }

        told = new SocketEvent
        {
            Socket = socket,
            States = ((int)old, (int)next),
            Bytes = bytes,
            Local = local,
            Remote = remote,
            LocalPort = (int)localPort & ushort.MaxValue,
            RemotePort = (int)remotePort & ushort.MaxValue,
        };
        return true;
    }

    private sealed record Sides(
        TraceField LocalPort, TraceField RemotePort, TraceField Local, TraceField Remote, TraceField? LocalWide, TraceField? RemoteWide);
}
