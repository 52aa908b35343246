using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Moments that a program marks by itself.</summary>
internal sealed class MarkerTable : EventTable
{
    private readonly TracedMoment _now;
    private readonly IRecordingSink _sink;
    private readonly RowBatch<MarkerRow> _rows;
    private readonly TextId _program;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    public MarkerTable(TracedMoment now, IRecordingSink sink)
    {
        (_now, _sink, _rows, _program) = (now, sink, new(sink), sink.Ids.Text("program"));
        Consumer = new MarkerConsumer(OnMark);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    private void OnMark(in EventOrigin at, in ReadOnlySpan<char> text)
    {
        _now.IsTaken = true;
        _rows.Add(new MarkerRow(_now.Ns, _now.ProcessNumber, _now.ThreadNumber, _program, _sink.Raw<MarkerRow>(text)), text.Length);
    }
}
