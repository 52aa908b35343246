using System.Runtime.InteropServices;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes the lookups of names that the DNS client of Windows tells: begin and end of one are one row.</summary>
/// <remarks>
/// Both are events of the process that asks. Servers are asked by a service, whose events have the name only: they count for all lookups of
/// that name and type that are open.
/// </remarks>
internal sealed class WindowsDnsTable : EventTable
{
    private const int MostOpen = 1 << 16;

    // Of one name; so looking for an end stays short.
    private const int MostOfName = 64;

    private static readonly Guid s_provider = new(DnsFields.Provider);

    private readonly TracedMoment _now;
    private readonly IRecordingSink _sink;
    private readonly EventTexts _texts;
    private readonly RowBatch<DnsLookupRow> _rows;
    private readonly Dictionary<TextId, List<OpenLookup>> _open = [];
    private readonly TextId _source;
    private int _count;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsDnsTable(TracedMoment now, IRecordingSink sink)
    {
        (_now, _sink, _texts, _rows, _source) = (now, sink, new(sink), new(sink), sink.Ids.Text("windows"));
        Consumer = new DnsConsumer(this);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Lookups that have a row.</summary>
    public long Count { get; private set; }

    /// <summary>Names that found no room.</summary>
    public long NamesWithoutRoom => _texts.WithoutRoom;

    /// <summary>Events whose fields are too short; they are left to the table of events.</summary>
    public long Damaged { get; private set; }

    /// <inheritdoc/>
    public override void End()
    {
        WriteOpen();
        _rows.Flush();
    }

    private void OnBegin(DnsFields fields)
    {
        _now.IsTaken = true;
        OpenLookup lookup = new(Row(fields), fields.Type);
        if (!lookup.Row.Name.HasValue)
        {
            Write(lookup, lookup.Row, default);
            return;
        }

        if (_count >= MostOpen)
            WriteOpen();
        ref List<OpenLookup>? open = ref CollectionsMarshal.GetValueRefOrAddDefault(_open, lookup.Row.Name, out _);
        open ??= [];
        if (open.Count == MostOfName)
        {
            Write(open[0], open[0].Row, default);
            open.RemoveAt(0);
            _count--;
        }

        open.Add(lookup);
        _count++;
    }

    private void OnEnd(DnsFields fields)
    {
        // Its answer comes later.
        if (DnsCodes.IsPending(fields.Status))
            return;
        _now.IsTaken = true;
        bool isThere = TryTake(fields, out OpenLookup lookup);
        Write(
            lookup,
            lookup.Row with
            {
                DurationNs = isThere ? Math.Max(0, _now.Ns - lookup.Row.StartNs) : null,
                Status = _sink.Ids.Text(DnsCodes.ResultOf(fields.Status)),
                Failed = DnsCodes.IsFailure(fields.Status),
            },
            fields.Text.TrimEnd(';'));
    }

    private void OnServer(DnsFields fields, bool isAsked)
    {
        if (!_open.TryGetValue(_sink.Ids.Known(fields.Name), out List<OpenLookup>? open))
            return;
        string? server = null;
        foreach (OpenLookup lookup in open)
        {
            if (isAsked && lookup.Type != fields.Type)
                continue;
            _now.IsTaken = true;
            if (isAsked)
                lookup.Asked(fields.Text, ref server);
            else
                lookup.Timeouts++;
        }
    }

    // The one of its thread, else the oldest.
    private bool TryTake(DnsFields fields, out OpenLookup lookup)
    {
        if (_open.TryGetValue(_sink.Ids.Known(fields.Name), out List<OpenLookup>? open))
        {
            int oldest = -1;
            for (int i = 0; i < open.Count; i++)
            {
                if (open[i].Type != fields.Type || open[i].Row.ProcessId != _now.ProcessNumber)
                    continue;
                bool isOfThread = open[i].Row.ThreadId == _now.ThreadNumber;
                oldest = isOfThread || oldest < 0 ? i : oldest;
                if (isOfThread)
                    break;
            }

            if (oldest >= 0)
            {
                lookup = open[oldest];
                open.RemoveAt(oldest);
                _count--;
                if (open.Count == 0)
                    _open.Remove(lookup.Row.Name);
                return true;
            }
        }

        lookup = new OpenLookup(Row(fields), fields.Type);
        return false;
    }

    private DnsLookupRow Row(DnsFields fields) => new(
        _now.ProcessNumber, _now.ThreadNumber, _now.Ns, null, _source, _texts.Of(fields.Name), _sink.Ids.Text(DnsCodes.TypeOf(fields.Type)),
        TextId.None, false, TextId.None, null, default, _now.Stack);

    private void WriteOpen()
    {
        foreach (OpenLookup lookup in _open.Values.SelectMany(static open => open))
            Write(lookup, lookup.Row, default);
        _open.Clear();
        _count = 0;
    }

    private void Write(OpenLookup lookup, DnsLookupRow row, ReadOnlySpan<char> answer)
    {
        row = row with
        {
            Servers = lookup.Servers is { } servers ? _texts.Of(servers) : TextId.None,
            Timeouts = lookup.Timeouts,
            Answer = answer.IsEmpty ? default : _sink.Raw<DnsLookupRow>(answer),
        };
        _rows.Add(row, answer.Length);
        Count++;
    }

    private void Read(in NetTraceEvent at, int id)
    {
        DnsFields fields = DnsFields.Read(at.Payload, id);
        if (!fields.IsWhole)
        {
            Damaged++;
            return;
        }

        if (id == DnsFields.Begins)
            OnBegin(fields);
        else if (id == DnsFields.Ended)
            OnEnd(fields);
        else
            OnServer(fields, isAsked: id == DnsFields.ServerAsked);
    }

    private sealed class DnsConsumer(WindowsDnsTable table) : EventConsumer
    {
        /// <inheritdoc/>
        public override IReadOnlyList<EventProvider> Providers => [];

        /// <inheritdoc/>
        internal override EventReaction? Bind(EventMetadata metadata)
        {
            int id = metadata.EventId;
            bool isWanted = id is DnsFields.Begins or DnsFields.Ended or DnsFields.ServerAsked or DnsFields.NoAnswer;
            return isWanted && metadata.ProviderId == s_provider
                ? (in NetTraceEvent at) => table.Read(in at, id) : null;
        }
    }
}
