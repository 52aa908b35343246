using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events.Assemblies;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>
/// Pairs begins and ends of searches for assemblies by name and thread: one may need another meanwhile. What was loaded waits for the end of the trace, because the
/// modules of an assembly tell its path.
/// </summary>
internal sealed class AssemblyTable : EventTable
{
    private const int MostWaiting = 1 << 16;

    private readonly TracedMoment _now;
    private readonly TracedFiles _files;
    private readonly EventTexts _texts;
    private readonly RowBatch<AssemblyLoadRow> _rows;
    private readonly OpenSpans<AssemblyLoadRow> _open;
    private readonly List<(ulong Assembly, AssemblyLoadRow Row)> _waiting = [];
    private readonly Dictionary<(uint Process, ulong Assembly), TextId> _paths = [];
    private readonly TextId _bind;
    private readonly TextId _load;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="texts">Keeps names and paths.</param>
    /// <param name="files">Told of what is loaded.</param>
    public AssemblyTable(TracedMoment now, IRecordingSink sink, EventTexts texts, TracedFiles files)
    {
        _files = files;
        (_now, _texts, _rows, _bind, _load) = (now, texts, new(sink), sink.Ids.Text("bind"), sink.Ids.Text("load"));
        _open = new OpenSpans<AssemblyLoadRow>(row => _rows.Add(row));
        Consumer = new AssemblyConsumer { OnStart = OnStart, OnError = OnError, OnEnd = OnEnd, OnLoaded = OnLoaded };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>A module of an assembly has a file.</summary>
    public void AddModule(ulong assemblyId, ReadOnlySpan<char> path)
    {
        if (!path.IsEmpty && _paths.Count < MostWaiting)
            _paths.TryAdd((_now.ProcessNumber, assemblyId), _texts.Of(path));
    }

    /// <inheritdoc/>
    public override void End()
    {
        _open.End();
        WriteWaiting();
        _rows.Flush();
    }

    private void OnStart(in EventOrigin at, in AssemblyAsked asked)
    {
        _now.IsTaken = true;
        _open.Begin(_now.Thread, Row(_bind, asked));
    }

    // The event itself stays one: it tells more of the step.
    private void OnError(in EventOrigin at, in ReadOnlySpan<char> error)
    {
        if (_open.TryLast(_now.Thread, out Span<AssemblyLoadRow> last))
            last[0] = last[0] with { Error = _texts.Of(error) };
    }

    private void OnEnd(in EventOrigin at, in AssemblyAnswered end)
    {
        AssemblyLoadRow asked = Row(_bind, end.Asked);
        if (!_open.TryEnd(_now.Thread, begun => begun.Name == asked.Name && begun.RequestedPath == asked.RequestedPath, out AssemblyLoadRow row))
            return;
        _now.IsTaken = true;
        _rows.Add(row with
        {
            DurationNs = _now.Ns - row.StartNs,
            Success = end.IsFound,
            Cached = end.IsCached,
            ResultName = Text(end.Name),
            ResultPath = Text(end.Path),
        });
    }

    private void OnLoaded(in EventOrigin at, in AssemblyLoaded loaded)
    {
        _now.IsTaken = true;
        _files.Load(_now.ProcessNumber, loaded.AssemblyId, loaded.Name.ToString(), _now.ClockNs);
        _waiting.Add((loaded.AssemblyId, new AssemblyLoadRow(
            _now.ProcessNumber, _now.ThreadNumber, _load, _now.Ns, null, Text(loaded.Name), default, default, default, true, null, Text(loaded.Name), default, default, _now.Stack)));
        if (_waiting.Count == MostWaiting)
            WriteWaiting();
    }

    private AssemblyLoadRow Row(TextId kind, in AssemblyAsked asked) => new(
        _now.ProcessNumber, _now.ThreadNumber, kind, _now.Ns, null, Text(asked.Name), Text(asked.Path), Text(asked.RequestingAssembly), Text(asked.LoadContext),
        null, null, default, default, default, _now.Stack);

    private TextId Text(ReadOnlySpan<char> text) => text.IsEmpty ? TextId.None : _texts.Of(text);

    private void WriteWaiting()
    {
        foreach ((ulong assembly, AssemblyLoadRow row) in _waiting)
            _rows.Add(row with { ResultPath = _paths.GetValueOrDefault((row.ProcessId, assembly)) });
        _waiting.Clear();
    }
}
