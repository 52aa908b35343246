using System.Runtime.InteropServices;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Requests;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>
/// Pairs begins and ends of requests: threads change within a request. Kestrel's are paired by connection and identifier, all others by their activity. A request that
/// both Kestrel and ASP.NET Core report is one row: the latter begins right before, on the same thread.
/// </summary>
internal sealed class RequestTable : EventTable
{
    private const int MostOpen = 1 << 18;
    private const int UsualChars = 512;

    private readonly TracedMoment _now;
    private readonly IRecordingSink _sink;
    private readonly EventTexts _texts;
    private readonly RowBatch<RequestRow> _rows;
    private readonly Dictionary<(uint Process, bool IsServer, Guid Activity), RequestRow> _open = [];
    private readonly Dictionary<(uint Process, uint Thread), (Guid Activity, RequestRow Row)> _justBegun = [];
    private readonly Dictionary<(uint Process, uint Thread), Served> _justEnded = [];
    private readonly OpenConnections<Served> _connections;
    private readonly HashSet<uint> _withKestrel = [];
    private readonly TextId _server;
    private readonly TextId _client;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="texts">Keeps texts.</param>
    public RequestTable(TracedMoment now, IRecordingSink sink, EventTexts texts)
    {
        (_now, _sink, _texts, _rows, _server, _client) = (now, sink, texts, new(sink), sink.Ids.Text("server"), sink.Ids.Text("client"));
        _connections = new OpenConnections<Served>(MostOpen, Add);
        Consumer = new RequestConsumer { OnStart = OnStart, OnFailed = OnFailed, OnEnd = OnEnd };
        ServedConsumer = new ServedRequestConsumer { OnStart = OnServed, OnEnd = OnServedEnd, OnClosed = OnClosed };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Reads Kestrel's events.</summary>
    public EventConsumer ServedConsumer { get; }

    private (uint Process, uint Thread) Here => (_now.ProcessNumber, _now.ThreadNumber);

    /// <inheritdoc/>
    public override void End()
    {
        foreach ((Guid activity, RequestRow row) in _justBegun.Values.Where(static begun => begun.Activity == Guid.Empty))
            Add(activity, row, "");
        _justBegun.Clear();
        foreach (((_, _, Guid activity), RequestRow row) in _open)
            Add(activity, row, "");
        _open.Clear();
        foreach (Served served in _justEnded.Values)
            Add(served);
        _justEnded.Clear();
        _connections.End();
        _rows.Flush();
    }

    private void OnStart(in EventOrigin at, in RequestStarted start)
    {
        _now.IsTaken = true;
        ReadOnlySpan<char> address = start.IsServer ? start.Path : $"{start.Scheme}://{start.Host}:{start.Port}{start.Path}";
        RequestRow row = Begun(start.IsServer, start.Method, address);
        if (start.IsServer)
        {
            Settle();
            if (_now.ThreadNumber != 0)
                _justBegun[Here] = (at.ActivityId, row);
        }

        if (at.ActivityId == Guid.Empty || _open.Count == MostOpen)
        {
            if (!start.IsServer || _now.ThreadNumber == 0 || at.ActivityId != Guid.Empty)
                Add(at.ActivityId, row, "");
            return;
        }

        ref RequestRow open = ref CollectionsMarshal.GetValueRefOrAddDefault(_open, (_now.ProcessNumber, start.IsServer, at.ActivityId), out bool isThere);
        if (isThere)
            Add(at.ActivityId, open, "");
        open = row;
    }

    private void OnFailed(in EventOrigin at, in RequestFailed failed)
    {
        ref RequestRow open = ref CollectionsMarshal.GetValueRefOrNullRef(_open, (_now.ProcessNumber, failed.IsServer, at.ActivityId));
        if (!System.Runtime.CompilerServices.Unsafe.IsNullRef(ref open))
        {
            _now.IsTaken = true;
            open = open with { Failed = true, Error = failed.Message.IsEmpty ? TextId.None : _texts.Of(failed.Message) };
        }
        else if (failed.IsServer && _justEnded.TryGetValue(Here, out Served ended))
        {
            _now.IsTaken = true;
            _justEnded[Here] = ended with { Row = ended.Row with { Failed = true } };
        }
    }

    private void OnEnd(in EventOrigin at, in RequestEnded end)
    {
        if (_open.Remove((_now.ProcessNumber, end.IsServer, at.ActivityId), out RequestRow row))
        {
            _now.IsTaken = true;
            Add(at.ActivityId, row with { DurationNs = _now.Ns - row.StartNs, Status = end.Status }, "");
        }
        else if (end.IsServer && _withKestrel.Contains(_now.ProcessNumber))
        {
            // The row has its end from Kestrel; a later exception is of another request.
            _now.IsTaken = true;
            Settle();
        }
    }

    private void OnServed(in EventOrigin at, in ServedRequest request)
    {
        _now.IsTaken = true;
        _withKestrel.Add(_now.ProcessNumber);
        RequestRow row = Begun(isServer: true, request.Method, request.Path);
        Guid activity = Guid.Empty;
        if (_justBegun.Remove(Here, out (Guid Activity, RequestRow Row) begun))
        {
            if (begun.Row.Url == row.Url && begun.Row.Method == row.Method)
                _open.Remove((_now.ProcessNumber, true, activity = begun.Activity));
            else if (begun.Activity == Guid.Empty)
                Add(begun.Activity, begun.Row, "");
        }

        Settle();
        Served served = new(activity, row, request.RequestId.ToString());
        if (!_connections.Start(_now.ProcessNumber, request, served))
            Add(served);
    }

    private void OnServedEnd(in EventOrigin at, in ServedRequest request)
    {
        if (!_connections.End(_now.ProcessNumber, request, out Served served))
            return;
        _now.IsTaken = true;
        Settle();
        served = served with { Row = served.Row with { DurationNs = _now.Ns - served.Row.StartNs, EndThreadId = _now.ThreadNumber == 0 ? null : _now.ThreadNumber } };
        if (_now.ThreadNumber == 0)
            Add(served);
        else
            _justEnded[Here] = served;
    }

    private void OnClosed(in EventOrigin at, in ServedRequest request) => _connections.Close(_now.ProcessNumber, request.ConnectionId);

    private RequestRow Begun(bool isServer, ReadOnlySpan<char> method, ReadOnlySpan<char> address)
    {
        int room = RoutePattern.Room(address.Length);
        // The route comes first: there may be no room for the texts of many addresses.
        TextId route = _texts.Of(RoutePattern.Of(address, room <= UsualChars ? stackalloc char[UsualChars] : new char[room]));
        return new RequestRow(
            _now.ProcessNumber, _now.ThreadNumber, isServer ? _server : _client, _now.Ns, null, method.IsEmpty ? TextId.None : _texts.Of(method), _texts.Of(address), null, false, default,
            default, _now.Stack, route);
    }

    // The thread does something else: what it did last has all that will be told of it.
    private void Settle()
    {
        if (_justBegun.Remove(Here, out (Guid Activity, RequestRow Row) begun) && begun.Activity == Guid.Empty)
            Add(begun.Activity, begun.Row, "");
        if (_justEnded.Remove(Here, out Served ended))
            Add(ended);
    }

    private void Add(Served served) => Add(served.Activity, served.Row, served.RequestId);

    // Texts of a row for itself must not wait longer than its row.
    private void Add(Guid activity, in RequestRow row, ReadOnlySpan<char> requestId)
    {
        Span<char> text = stackalloc char[36];
        int length = 0;
        RequestRow whole = row;
        if (activity != Guid.Empty && activity.TryFormat(text, out length))
            whole = whole with { Activity = _sink.Raw<RequestRow>(text[..length]) };
        if (!requestId.IsEmpty)
            whole = whole with { RequestId = _sink.Raw<RequestRow>(requestId) };
        _rows.Add(whole, length + requestId.Length);
    }

    private readonly record struct Served(Guid Activity, RequestRow Row, string RequestId);
}
