using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>
/// Pairs begins and ends of compilations by method and thread; one may need another meanwhile. Rows wait for the end of the trace, where modules, and methods whose events
/// carry no name, are told.
/// </summary>
internal sealed class CompiledMethodTable : EventTable
{
    private const int MostWaiting = 1 << 18;

    private readonly TracedMoment _now;
    private readonly IRecordingSink _sink;
    private readonly EventTexts _texts;
    private readonly RowBatch<MethodCompiledRow> _rows;
    private readonly OpenSpans<CompiledMethod> _open;
    private readonly List<CompiledMethod> _waiting = [];

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="texts">Keeps names.</param>
    public CompiledMethodTable(TracedMoment now, IRecordingSink sink, EventTexts texts)
    {
        (_now, _sink, _texts, _rows) = (now, sink, texts, new(sink));
        _open = new OpenSpans<CompiledMethod>(Add);
        Consumer = new MethodConsumer { OnStart = OnStart, OnLoaded = OnLoaded, OnUnnamed = OnUnnamed };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <inheritdoc/>
    public override void End()
    {
        _open.End();
        WriteWaiting();
        _rows.Flush();
    }

    private void OnStart(in EventOrigin at, in MethodBegun method)
    {
        _now.IsTaken = true;
        TextId name = NameOf(method.Type, method.Name);
        _open.Begin(_now.Thread, new CompiledMethod(_now.Process!, _now.ThreadNumber, method.MethodId, method.ModuleId, _now.Ns, name, _texts.Of(method.Signature), _now.Stack)
        {
            IlBytes = method.IlBytes == 0 ? null : method.IlBytes,
        });
    }

    private void OnLoaded(in EventOrigin at, in MethodCode code)
    {
        _now.Process!.Methods.Load(code, code.IsCompiled ? _now.ClockNs : null);
        OnCode(code, hasName: true);
    }

    private void OnUnnamed(in EventOrigin at, in MethodCode code) => OnCode(code, hasName: false);

    // Code that was compiled ahead of time, and stubs, only get a name: they took no time.
    private void OnCode(in MethodCode code, bool hasName)
    {
        if (!code.IsCompiled)
            return;
        _now.IsTaken = true;
        ulong id = code.MethodId;
        CompiledMethod method = _open.TryEnd(_now.Thread, begun => begun.MethodId == id, out CompiledMethod begun)
            ? begun with { DurationNs = _now.Ns - begun.StartNs }
            : new CompiledMethod(
                _now.Process!, _now.ThreadNumber, id, code.ModuleId, _now.Ns, hasName ? NameOf(code.Type, code.Name) : default, hasName ? _texts.Of(code.Signature) : default, _now.Stack);
        Add(method with { Code = code.Start, CodeBytes = code.SizeBytes, Tier = _sink.Ids.Text(RuntimeWords.Of(code.Tier)) });
    }

    private TextId NameOf(ReadOnlySpan<char> type, ReadOnlySpan<char> name) => type.IsEmpty ? _texts.Of(name) : _texts.Of($"{type}.{name}");

    private void Add(CompiledMethod method)
    {
        _waiting.Add(method);
        if (_waiting.Count == MostWaiting)
            WriteWaiting();
    }

    private void WriteWaiting()
    {
        foreach (CompiledMethod method in _waiting)
        {
            MethodMap methods = method.Process.Methods;
            long loadedNs = method.StartNs + (method.DurationNs ?? 0) + _now.OriginNs;
            TextId name = method.Name.HasValue || method.Code is not { } address || methods.Find(address, (loadedNs, loadedNs + 1)) is not { } code || code.Start != address
                ? method.Name
                : _texts.Of(code.Name);
            TextId module = _sink.Ids.Text(methods.ModuleOf(method.ModuleId) is { Length: > 0 } file ? file : null);
            _rows.Add(new MethodCompiledRow(
                method.Process.Number, method.Thread, method.StartNs, method.DurationNs, name, method.Signature, module, method.Tier, method.IlBytes, method.CodeBytes, method.Code, method.Stack));
        }

        _waiting.Clear();
    }
}
