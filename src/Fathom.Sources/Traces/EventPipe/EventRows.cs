using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Writes events with their fields as rows.</summary>
/// <param name="sink">Gets them.</param>
/// <param name="texts">Keeps their texts.</param>
internal sealed class EventRows(IRecordingSink sink, EventTexts texts)
{
    private const int MostCharsOfEvent = 64 * 1024;

    private readonly RowBatch<RuntimeEventRow> _rows = new(sink);
    private readonly PayloadJson _json = new(MostCharsOfEvent);

    /// <summary>Adds an event.</summary>
    public void Add(in NetTraceEvent at, TextId name, long tsNs, uint process, uint thread, uint stack) =>
        _rows.Add(new RuntimeEventRow(tsNs, process, thread, name, stack, texts.Of(at.Header.ActivityId), texts.Of(at.Header.RelatedActivityId), texts.Of(_json.Write(in at))));

    /// <summary>Hands on what is left.</summary>
    public void Flush() => _rows.Flush();
}
