using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Writes events with their fields as rows.</summary>
/// <param name="sink">Gets them.</param>
internal sealed class EventRows(IRecordingSink sink)
{
    /// <summary>Characters of the fields of one event; what is longer is cut, and says so.</summary>
    public const int MostCharsOfEvent = 64 * 1024;

    private const int IdChars = 36;

    private readonly bool _isKept = sink.Keeps<RuntimeEventRow>();
    private readonly RowBatch<RuntimeEventRow> _rows = new(sink);
    private readonly PayloadJson _json = new(MostCharsOfEvent);
    private readonly char[] _idText = new char[IdChars];
    private Guid _id;

    /// <summary>Events whose fields were cut.</summary>
    public long CutEvents { get; private set; }

    /// <summary>Events whose payload contradicts their fields; what no field takes stands as bytes.</summary>
    public long ContradictedEvents { get; private set; }

    /// <summary>Adds an event.</summary>
    public void Add(in NetTraceEvent at, TextId name, long tsNs, uint process, uint thread, uint stack)
    {
        if (!_isKept)
            return;
        ReadOnlySpan<char> fields = _json.Write(in at);
        CutEvents += _json.IsCut ? 1 : 0;
        ContradictedEvents += _json.IsContradicted ? 1 : 0;
        _rows.Add(new RuntimeEventRow(tsNs, process, thread, name, stack, Text(at.Header.ActivityId), Text(at.Header.RelatedActivityId), sink.Raw<RuntimeEventRow>(fields)), fields.Length);
    }

    /// <summary>Hands on what is left.</summary>
    public void Flush() => _rows.Flush();

    private RawText Text(Guid id)
    {
        if (id == Guid.Empty)
            return RawText.None;
        // Events of one activity follow one another.
        if (id != _id)
        {
            id.TryFormat(_idText, out int _);
            _id = id;
        }

        return sink.Raw<RuntimeEventRow>(_idText);
    }
}
