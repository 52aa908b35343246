using System.Runtime.InteropServices;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Requests;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Pairs begins and ends of lookups of names: by their activity, or without one by their thread.</summary>
internal sealed class LookupTable : EventTable
{
    private const int MostOpen = 1 << 16;

    private readonly TracedMoment _now;
    private readonly EventTexts _texts;
    private readonly RowBatch<DnsLookupRow> _rows;
    private readonly Dictionary<(uint Process, uint Thread, Guid Activity), DnsLookupRow> _open = [];
    private readonly TextId _source;
    private readonly TextId _success;
    private readonly TextId _failed;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="texts">Keeps texts.</param>
    public LookupTable(TracedMoment now, IRecordingSink sink, EventTexts texts)
    {
        (_now, _texts, _rows) = (now, texts, new(sink));
        (_source, _success, _failed) = (sink.Ids.Text("dotnet"), sink.Ids.Text(DnsCodes.Success), sink.Ids.Text("failed"));
        Consumer = new LookupConsumer { OnStart = OnStart, OnFailed = OnFailed, OnEnd = OnEnd };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    public override void End()
    {
        WriteOpen();
        _rows.Flush();
    }

    private void OnStart(in EventOrigin at, in ReadOnlySpan<char> name)
    {
        _now.IsTaken = true;
        if (_open.Count >= MostOpen)
            WriteOpen();
        ref DnsLookupRow open = ref CollectionsMarshal.GetValueRefOrAddDefault(_open, KeyOf(in at), out bool isThere);
        // Its end was lost.
        if (isThere)
            _rows.Add(open);
        open = new DnsLookupRow(
            _now.ProcessNumber, _now.ThreadNumber, _now.Ns, null, _source, _texts.Of(name), TextId.None, TextId.None, false, TextId.None, null,
            default, _now.Stack);
    }

    private void OnFailed(in EventOrigin at, in bool failed)
    {
        ref DnsLookupRow open = ref CollectionsMarshal.GetValueRefOrNullRef(_open, KeyOf(in at));
        if (System.Runtime.CompilerServices.Unsafe.IsNullRef(ref open))
            return;
        _now.IsTaken = true;
        open = open with { Failed = true, Status = _failed };
    }

    private void OnEnd(in EventOrigin at, in bool ended)
    {
        if (!_open.Remove(KeyOf(in at), out DnsLookupRow row))
            return;
        _now.IsTaken = true;
        _rows.Add(row with { DurationNs = Math.Max(0, _now.Ns - row.StartNs), Status = row.Failed ? _failed : _success });
    }

    private (uint Process, uint Thread, Guid Activity) KeyOf(in EventOrigin at) =>
        (_now.ProcessNumber, at.ActivityId == Guid.Empty ? _now.ThreadNumber : 0, at.ActivityId);

    private void WriteOpen()
    {
        foreach (DnsLookupRow row in _open.Values)
            _rows.Add(row);
        _open.Clear();
    }
}
