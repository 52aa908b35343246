using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Calls;

/// <summary>Turns what Linux tells of TCP into rows.</summary>
/// <remarks>
/// What comes from the network is told in whatever thread runs. The process of a socket is that which connects, listens, sends, receives or
/// closes; what is told before waits for it.
/// </remarks>
/// <param name="sink">Gets the rows.</param>
internal sealed class NetworkSockets(IRecordingSink sink)
{
    private const int Established = 1, SynSent = 2, SynReceived = 3, FinWait = 4, Closed = 7, CloseWait = 8, LastAck = 9, Listens = 10;
    private const int MostSockets = 1 << 16;
    private const int MostWaiting = 64;
    private const int MostWaitingOfAll = 1 << 18;

    private readonly NetworkConnections _connections = new(sink);
    private readonly Dictionary<long, Socket> _sockets = [];
    private readonly Dictionary<int, (uint Process, bool HasRow)> _listeners = [];
    private readonly Dictionary<ulong, SocketFields?> _fields = [];
    private readonly TextId _connect = sink.Ids.Text("connect");
    private readonly TextId _accept = sink.Ids.Text("accept");
    private readonly TextId _fail = sink.Ids.Text("fail");
    private readonly TextId _reset = sink.Ids.Text("reset");
    private readonly TextId _disconnect = sink.Ids.Text("disconnect");
    private readonly TextId _retransmit = sink.Ids.Text("retransmit");
    private readonly TextId _send = sink.Ids.Text("send");
    private readonly TextId _receive = sink.Ids.Text("receive");
    private int _waiting;

    /// <summary>Events whose fields are too short.</summary>
    public long Damaged { get; private set; }

    /// <summary>Events of which perf kept only some: nothing can be made of them.</summary>
    public long OnlySome { get; private set; }

    /// <summary>Open sockets that were forgotten, as too many were open.</summary>
    public long Forgotten { get; private set; }

    /// <summary>Whether tracepoints of a group may tell of sockets.</summary>
    public static bool Is(TraceFormat format) => format.System is "sock" or "tcp";

    /// <summary>A tracepoint.</summary>
    /// <param name="format">The tracepoint.</param>
    /// <param name="raw">Its fields.</param>
    /// <param name="at">Who, when, and where.</param>
    /// <param name="hasRow">Whether the recording is about the process.</param>
    /// <param name="isOnlySome">Whether the kernel kept only some of these events.</param>
    public void On(TraceFormat format, ReadOnlySpan<byte> raw, in CallMoment at, bool hasRow, bool isOnlySome = false)
    {
        if (!_fields.TryGetValue(format.Id, out SocketFields? fields))
            _fields.Add(format.Id, fields = SocketFields.Bind(format));
        if (fields is null)
            return;
        if (isOnlySome)
            OnlySome++;
        else if (!fields.TryRead(raw, out bool isTcp, out SocketEvent told))
            Damaged++;
        else if (isTcp && told.Socket != 0)
            On(fields.Step, told, in at, hasRow);
    }

    /// <summary>The recording ended.</summary>
    public void End()
    {
        WriteWaiting();
        _connections.End();
    }

    private void On(SocketStep step, SocketEvent told, in CallMoment at, bool hasRow)
    {
        // The kernel uses the address of a socket again, and what failed may come after the end of one.
        if (told.States is (Closed, SynSent) or (Closed, Listens) or (not SynSent, SynReceived) && _sockets.Remove(told.Socket, out Socket? older))
            WriteWaiting(older);
        if (told.Bytes < 0 && !_sockets.ContainsKey(told.Socket))
            return;
        if (_sockets.Count >= MostSockets)
        {
            WriteWaiting();
            Forgotten += _sockets.Count;
            _sockets.Clear();
        }

        ref Socket? place = ref CollectionsMarshal.GetValueRefOrAddDefault(_sockets, told.Socket, out _);
        Socket socket = place ??= new Socket();
        if (!told.Local.IsEmpty && told.RemotePort != 0)
            (socket.Local, socket.Remote) = (NetworkSide.Of(told.Local, told.LocalPort), NetworkSide.Of(told.Remote, told.RemotePort));
        bool isOwn = step is SocketStep.Send or SocketStep.Receive
            || told.States is (Closed, SynSent) or (Closed, Listens) or (Established, FinWait) or (CloseWait, LastAck);
        if (isOwn && socket.Process is null)
        {
            (socket.Process, socket.HasRow) = (at.Process, hasRow);
            WriteWaiting(socket);
        }

        if (step == SocketStep.State)
            OnState(socket, told, in at);
        else if (step == SocketStep.Retransmit)
            Add(socket, socket.IsTried ? NetworkStep.Tries : NetworkStep.Within, Row(_retransmit, in at));
        // What failed sent nothing.
        else if (step != SocketStep.Other && told.Bytes >= 0)
            Add(socket, NetworkStep.Within, Row(step == SocketStep.Send ? _send : _receive, in at) with { SizeBytes = told.Bytes, StackId = at.Stack });
        if (told.States.New == Closed)
        {
            WriteWaiting(socket);
            _sockets.Remove(told.Socket);
        }
    }

    private void OnState(Socket socket, SocketEvent told, in CallMoment at)
    {
        long? sinceNs = socket.BegunNs is { } begun ? Math.Max(0, at.TimeNs - begun) : null;
        switch (told.States)
        {
            case (_, SynSent):
                (socket.BegunNs, socket.Stack, socket.IsTried) = (at.TimeNs, at.Stack, true);
                break;
            case (_, Listens) when _listeners.Count < MostSockets:
                _listeners[told.LocalPort] = (at.Process, socket.HasRow);
                break;
            case (SynSent, Established):
                socket.IsTried = false;
                Add(socket, NetworkStep.Begins, Row(_connect, in at) with { DurationNs = sinceNs, StackId = socket.Stack });
                break;
            case (SynReceived, Established):
                if (socket.Process is null && _listeners.TryGetValue(told.LocalPort, out (uint Process, bool HasRow) listener))
                    (socket.Process, socket.HasRow) = listener;
                Add(socket, NetworkStep.Begins, Row(_accept, in at));
                break;
            case (SynSent, Closed):
                Add(socket, NetworkStep.Ends, Row(_fail, in at) with { DurationNs = sinceNs, StackId = socket.Stack });
                break;
            // An end that both sides agree upon goes by other states.
            case (Established, Closed):
                Add(socket, NetworkStep.Ends, Row(_reset, in at));
                break;
            case (not (Listens or SynReceived or Closed), Closed):
                Add(socket, NetworkStep.Ends, Row(_disconnect, in at));
                break;
        }
    }

    private void Add(Socket socket, NetworkStep step, NetworkIoRow row)
    {
        if (socket.Process is not null)
        {
            Write(socket, step, row);
            return;
        }

        // In their order, though nothing tells yet whose they are.
        if (_waiting >= MostWaitingOfAll)
            WriteWaiting();
        else if (socket.Waiting.Count >= MostWaiting)
            WriteWaiting(socket);
        socket.Waiting.Add((step, row));
        _waiting++;
    }

    private void WriteWaiting()
    {
        foreach (Socket socket in _sockets.Values)
            WriteWaiting(socket);
    }

    private void WriteWaiting(Socket socket)
    {
        foreach ((NetworkStep step, NetworkIoRow row) in socket.Waiting)
            Write(socket, step, row);
        _waiting -= socket.Waiting.Count;
        socket.Waiting.Clear();
    }

    private void Write(Socket socket, NetworkStep step, NetworkIoRow row)
    {
        if (!socket.HasRow)
            return;
        row = row with { ProcessId = socket.Process ?? 0 };
        if (socket.Remote.Length == 0)
            _connections.AddUnknown(isUdp: false, row);
        else
            _connections.Add(isUdp: false, socket.Local, socket.Remote, step, row);
    }

    private static NetworkIoRow Row(TextId operation, in CallMoment at) => new(
        Math.Max(0, at.TimeNs - at.OriginNs), 0, 0, TextId.None, operation, TextId.None, null, TextId.None, null, null, null, TextId.None, 0);

    private sealed class Socket
    {
        public uint? Process { get; set; }

        public bool HasRow { get; set; } = true;

        public NetworkSide Local { get; set; }

        public NetworkSide Remote { get; set; }

        public long? BegunNs { get; set; }

        public bool IsTried { get; set; }

        public uint Stack { get; set; }

        public List<(NetworkStep Step, NetworkIoRow Row)> Waiting { get; } = [];
    }
}
