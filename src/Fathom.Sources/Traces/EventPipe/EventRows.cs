using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Writes events with their fields as rows.</summary>
/// <param name="sink">Gets them.</param>
/// <param name="mostChars">Characters of fields that are kept of all events together.</param>
internal sealed class EventRows(IRecordingSink sink, long mostChars = EventRows.UsualChars)
{
    /// <summary>The usual limit: half of what a recording keeps of all its texts.</summary>
    public const long UsualChars = 128L << 20;

    private const int MostCharsOfEvent = 64 * 1024;

    private readonly RowBatch<RuntimeEventRow> _rows = new(sink);
    private readonly PayloadJson _json = new(MostCharsOfEvent);
    private long _chars;

    /// <summary>Events whose fields found no room.</summary>
    public long WithoutFields { get; private set; }

    /// <summary>Adds an event.</summary>
    public void Add(in NetTraceEvent at, TextId name, long tsNs, uint process, uint thread, uint stack) =>
        _rows.Add(new RuntimeEventRow(tsNs, process, thread, name, stack, Text(at.Header.ActivityId), Text(at.Header.RelatedActivityId), Fields(in at)));

    /// <summary>Hands on what is left.</summary>
    public void Flush() => _rows.Flush();

    private TextId Fields(in NetTraceEvent at)
    {
        ReadOnlySpan<char> text = _json.Write(in at);
        if (_chars + text.Length > mostChars)
        {
            WithoutFields++;
            return TextId.None;
        }

        _chars += text.Length;
        return sink.Ids.Text(text);
    }

    private TextId Text(Guid id)
    {
        if (id == Guid.Empty)
            return TextId.None;
        Span<char> text = stackalloc char[36];
        return id.TryFormat(text, out int length) ? sink.Ids.Text(text[..length]) : TextId.None;
    }
}
