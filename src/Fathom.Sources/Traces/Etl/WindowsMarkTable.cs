using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Writes the moments that somebody marked with a text, as <c>xperf -m</c> and <c>wpr -marker</c> do.</summary>
internal sealed class WindowsMarkTable : EventTable
{
    private readonly TracedMoment _now;
    private readonly IRecordingSink _sink;
    private readonly RowBatch<MarkerRow> _rows;
    private readonly TextId _source;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    public WindowsMarkTable(TracedMoment now, IRecordingSink sink)
    {
        (_now, _sink, _rows, _source) = (now, sink, new(sink), sink.Ids.Text("windows"));
        Consumer = new KernelConsumer(hook => hook == KernelHook.Mark ? OnMark : null);
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    public override void End() => _rows.Flush();

    private void OnMark(in NetTraceEvent at)
    {
        _now.IsTaken = true;
        ReadOnlySpan<byte> bytes = at.Payload;
        string text = Encoding.UTF8.GetString(bytes.IndexOf((byte)0) is >= 0 and var end ? bytes[..end] : bytes);
        // Without a thread nobody tells the process either.
        bool isKnown = _now.Thread is not null;
        _rows.Add(
            new MarkerRow(_now.Ns, isKnown ? _now.ProcessNumber : 0, isKnown ? _now.ThreadNumber : 0, _source, _sink.Raw<MarkerRow>(text)),
            text.Length);
    }
}
