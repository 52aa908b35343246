using System.Runtime.InteropServices;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Requests;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Pairs begins and ends of requests by their activity: threads change within a request.</summary>
internal sealed class RequestTable : EventTable
{
    private const int MostOpen = 1 << 18;

    private readonly TracedMoment _now;
    private readonly IRecordingSink _sink;
    private readonly EventTexts _texts;
    private readonly RowBatch<RequestRow> _rows;
    private readonly Dictionary<(uint Process, bool IsServer, Guid Activity), RequestRow> _open = [];
    private readonly TextId _server;
    private readonly TextId _client;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="texts">Keeps texts.</param>
    public RequestTable(TracedMoment now, IRecordingSink sink, EventTexts texts)
    {
        (_now, _sink, _texts, _rows, _server, _client) = (now, sink, texts, new(sink), sink.Ids.Text("server"), sink.Ids.Text("client"));
        Consumer = new RequestConsumer { OnStart = OnStart, OnFailed = OnFailed, OnEnd = OnEnd };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    public override void End()
    {
        foreach (((_, _, Guid activity), RequestRow row) in _open)
            Add(activity, row);
        _open.Clear();
        _rows.Flush();
    }

    private void OnStart(in EventOrigin at, in RequestStarted start)
    {
        _now.IsTaken = true;
        TextId url = start.IsServer ? _texts.Of(start.Path) : _texts.Of($"{start.Scheme}://{start.Host}:{start.Port}{start.Path}");
        TextId method = start.Method.IsEmpty ? TextId.None : _texts.Of(start.Method);
        RequestRow row = new(
            _now.ProcessNumber, _now.ThreadNumber, start.IsServer ? _server : _client, _now.Ns, null, method, url, null, false, default, default, _now.Stack);
        if (at.ActivityId == Guid.Empty || _open.Count == MostOpen)
        {
            Add(at.ActivityId, row);
            return;
        }

        ref RequestRow open = ref CollectionsMarshal.GetValueRefOrAddDefault(_open, (_now.ProcessNumber, start.IsServer, at.ActivityId), out bool isThere);
        if (isThere)
            Add(at.ActivityId, open);
        open = row;
    }

    private void OnFailed(in EventOrigin at, in RequestFailed failed)
    {
        ref RequestRow open = ref CollectionsMarshal.GetValueRefOrNullRef(_open, (_now.ProcessNumber, failed.IsServer, at.ActivityId));
        if (System.Runtime.CompilerServices.Unsafe.IsNullRef(ref open))
            return;
        _now.IsTaken = true;
        open = open with { Failed = true, Error = failed.Message.IsEmpty ? TextId.None : _texts.Of(failed.Message) };
    }

    private void OnEnd(in EventOrigin at, in RequestEnded end)
    {
        if (!_open.Remove((_now.ProcessNumber, end.IsServer, at.ActivityId), out RequestRow row))
            return;
        _now.IsTaken = true;
        Add(at.ActivityId, row with { DurationNs = _now.Ns - row.StartNs, Status = end.Status });
    }

    // Texts of a row for itself must not wait longer than its row.
    private void Add(Guid activity, in RequestRow row)
    {
        Span<char> text = stackalloc char[36];
        if (activity != Guid.Empty && activity.TryFormat(text, out int length))
            _rows.Add(row with { Activity = _sink.Raw<RequestRow>(text[..length]) }, length);
        else
            _rows.Add(row);
    }
}
