using Fathom.Formats.Etl.Fields;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Requests;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Etl;

/// <summary>
/// Writes the requests that HTTP.sys takes for IIS and others: from when the head of one comes until its answer was sent. The events stay in
/// the table of events too, for the addresses and queues that they tell.
/// </summary>
/// <remarks>
/// A request has a number in most events. Its method is told by an event with its object in the kernel alone, right behind the one that it comes
/// with, on the same thread; which object it has is told when it goes to a queue.
/// </remarks>
internal sealed class WindowsRequestTable : EventTable
{
    private const int MostOpen = 1 << 16;
    private const int UsualChars = 512;

    private static readonly Guid s_provider = new(HttpFields.Provider);

    private readonly TracedMoment _now;
    private readonly IRecordingSink _sink;
    private readonly EventTexts _texts;
    private readonly RowBatch<RequestRow> _rows;
    private readonly Dictionary<ulong, RequestRow> _open = [];
    private readonly Dictionary<uint, ulong> _lastOfThread = [];
    private readonly Dictionary<ulong, ulong> _byObject = [];
    private readonly TextId _server;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsRequestTable(TracedMoment now, IRecordingSink sink)
    {
        (_now, _sink, _texts, _rows, _server) = (now, sink, new(sink), new(sink), sink.Ids.Text("server"));
        Consumer = new Consumed(this);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Requests that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Events whose fields are too short.</summary>
    public long Damaged { get; private set; }

    /// <summary>Open requests whose end is no longer waited for, as too many were open.</summary>
    public long Forgotten { get; private set; }

    /// <summary>Texts that found no room.</summary>
    public long TextsWithoutRoom => _texts.WithoutRoom;

    /// <inheritdoc/>
    public override void End()
    {
        WriteOpen();
        _rows.Flush();
    }

    private void Read(in NetTraceEvent at, int id)
    {
        HttpFields fields = HttpFields.Read(at.Payload, at.Trace.PointerSize, id);
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        if (id == HttpFields.Received)
            OnReceived(fields);
        else if (id == HttpFields.Parsed)
            OnParsed(fields);
        else if (id == HttpFields.Cached)
            OnCached(fields);
        else if (id == HttpFields.Delivered)
            OnDelivered(fields);
        else if (id is HttpFields.Answered or HttpFields.AnsweredFast)
            OnAnswer(fields);
        else
            OnEnd(fields.Request, fields.Status, id == HttpFields.NotSent);
    }

    private void OnReceived(HttpFields fields)
    {
        if (_open.Remove(fields.Request, out RequestRow before))
            Write(before);
        if (_open.Count == MostOpen)
        {
            Forgotten += _open.Count;
            WriteOpen();
        }

        _open.Add(fields.Request, new RequestRow(
            _now.ProcessNumber, _now.ThreadNumber, _server, _now.Ns, null, TextId.None, TextId.None, null, false, TextId.None, default, _now.Stack));
        _lastOfThread[_now.ThreadNumber] = fields.Request;
    }

    private void OnParsed(HttpFields fields)
    {
        if (!_lastOfThread.Remove(_now.ThreadNumber, out ulong request) || !_open.TryGetValue(request, out RequestRow row))
            return;
        _byObject[fields.Object] = request;
        row = WithUrl(row, fields.Url);
        _open[request] = fields.Method.Length > 0 ? row with { Method = _sink.Ids.Text(fields.Method) } : row;
    }

    private void OnCached(HttpFields fields)
    {
        if (_byObject.Remove(fields.Object, out ulong request))
            OnEnd(request, 0, hasFailed: false);
    }

    private void OnDelivered(HttpFields fields)
    {
        if (_open.TryGetValue(fields.Request, out RequestRow row))
            _open[fields.Request] = WithUrl(row, fields.Url);
    }

    // The program is the one that answers: what comes before is done by the kernel.
    private void OnAnswer(HttpFields fields)
    {
        if (!_open.TryGetValue(fields.Request, out RequestRow row))
            return;
        bool isSame = row.ProcessId == _now.ProcessNumber;
        row = row with
        {
            ProcessId = _now.ProcessNumber, ThreadId = isSame ? row.ThreadId : 0, StackId = isSame ? row.StackId : 0, Status = fields.Status,
        };
        _open[fields.Request] = row.Method.HasValue || fields.Method.Length == 0 ? row : row with { Method = _texts.Of(fields.Method) };
    }

    private void OnEnd(ulong request, int status, bool hasFailed)
    {
        if (!_open.Remove(request, out RequestRow row))
            return;
        Write(row with
        {
            DurationNs = Math.Max(0, _now.Ns - row.StartNs),
            Status = status != 0 ? status : row.Status,
            Failed = hasFailed,
            EndThreadId = _now.Thread is not null && _now.ProcessNumber == row.ProcessId ? _now.ThreadNumber : null,
        });
    }

    private RequestRow WithUrl(in RequestRow row, ReadOnlySpan<char> url)
    {
        if (row.Url.HasValue || url.IsEmpty)
            return row;
        int scheme = url.IndexOf("://"), slash = scheme < 0 ? 0 : url[(scheme + 3)..].IndexOf('/');
        ReadOnlySpan<char> path = scheme < 0 ? url : slash < 0 ? "/" : url[(scheme + 3 + slash)..];
        int room = RoutePattern.Room(path.Length);
        TextId route = _texts.Of(RoutePattern.Of(path, room <= UsualChars ? stackalloc char[UsualChars] : new char[room]));
        return row with { Route = route, Url = _texts.Of(path) };
    }

    private void WriteOpen()
    {
        foreach (RequestRow row in _open.Values)
            Write(row);
        _open.Clear();
        _byObject.Clear();
        _lastOfThread.Clear();
    }

    private void Write(in RequestRow row)
    {
        _rows.Add(row);
        Count++;
        // Objects come again, and those of requests that are over are not told.
        if (_byObject.Count >= MostOpen)
            _byObject.Clear();
    }

    private sealed class Consumed(WindowsRequestTable table) : EventConsumer
    {
        /// <inheritdoc/>
        public override IReadOnlyList<EventProvider> Providers => [];

        /// <inheritdoc/>
        internal override EventReaction? Bind(EventMetadata metadata)
        {
            int id = metadata.EventId;
            return metadata.ProviderId == s_provider && HttpFields.Has(id) ? (in NetTraceEvent at) => table.Read(in at, id) : null;
        }
    }
}
