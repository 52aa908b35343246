using System.Runtime.InteropServices;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Maps;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Lines;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>Puts together what was inlined into methods, and keeps it with their code. Its rows are those of the lines of frames.</summary>
internal sealed class InliningTable : EventTable
{
    private const int MostPieces = 1 << 23;
    private const int MostBytes = 1 << 24;
    private const string Unnamed = "a method that the runtime did not name";

    private readonly TracedMoment _now;
    private readonly Dictionary<uint, (ulong MethodId, ulong Start)> _last = [];
    private readonly Dictionary<uint, List<byte>> _parts = [];
    private int _pieces;

    /// <summary>Begins.</summary>
    /// <param name="now">The event that is being read.</param>
    public InliningTable(TracedMoment now)
    {
        _now = now;
        Consumer = new InlineConsumer { OnLoaded = OnLoaded, OnPart = OnPart, OnMethod = OnMethod, OnType = OnType };
    }

    /// <inheritdoc/>
    public override EventConsumer Consumer { get; }

    /// <summary>Methods of which it is not kept what was inlined into them.</summary>
    public long Overflows { get; private set; }

    /// <inheritdoc/>
    public override void End() => _parts.Clear();

    /// <summary>The line of an instruction where that was inlined, or where only this tells it; null else.</summary>
    /// <param name="lines">Finds lines.</param>
    /// <param name="process">The process.</param>
    /// <param name="code">The code.</param>
    /// <param name="offset">The offset of the instruction in it.</param>
    public static SourceLine? LineOf(ManagedLines lines, TracedProcess process, TracedCode code, ulong offset)
    {
        if (code.Inlines is not { } tree || tree.Find(offset) is not { } piece)
            return null;
        ManagedModule? own = process.Methods.ModuleOf(code);
        if (piece.Node == 0)
            return code.Pieces is null ? lines.Of(own, code.Token, piece.Il) : null;
        string name = NameOf(lines, process, tree.MethodOf(piece.Node));
        // Methods of the framework usually have no PDB: the line is that of the call, in the first caller that has one.
        for (; piece.Node > 0; piece = tree.CallOf(piece.Node))
        {
            if (process.Inlined.Find(tree.MethodOf(piece.Node)) is { } method && process.Methods.Module(method.ModuleId) is { } module
                && lines.Of(module, method.Token, piece.Il) is { Path: not null } line)
            {
                return line with { InlinedMethod = name };
            }
        }

        return lines.Of(own, code.Token, piece.Il) with { InlinedMethod = name };
    }

    private static string NameOf(ManagedLines lines, TracedProcess process, ulong methodId) =>
        (process.Inlined.Find(methodId) is { } method && process.Methods.Module(method.ModuleId) is { } module
            ? lines.NameOf(module, method.Token)
            : null)
        ?? process.Inlined.NameOf(methodId) ?? Unnamed;

    private void OnLoaded(in EventOrigin at, in MethodCode code) => _last[_now.ThreadNumber] = (code.MethodId, code.Start);

    private void OnPart(in EventOrigin at, in InlinePart part)
    {
        if (!_last.TryGetValue(_now.ThreadNumber, out (ulong MethodId, ulong Start) last) || last.MethodId != part.MethodId)
            return;
        _now.IsTaken = true;
        if (part.Number == 0 && part.IsLast)
        {
            Keep(last.Start, part.Bytes);
            return;
        }

        if (!_parts.TryGetValue(_now.ThreadNumber, out List<byte>? parts))
            _parts.Add(_now.ThreadNumber, parts = []);
        if (part.Number == 0)
            parts.Clear();
        if (parts.Count + part.Bytes.Length <= MostBytes)
            parts.AddRange(part.Bytes);
        if (part.IsLast)
            Keep(last.Start, CollectionsMarshal.AsSpan(parts));
    }

    private void Keep(ulong start, ReadOnlySpan<byte> bytes)
    {
        if (InlineTree.TryRead(bytes) is not { } tree || tree.Count > MostPieces - _pieces)
        {
            Overflows++;
            return;
        }

        _pieces += tree.Count;
        _now.Process!.Inlined.Add(tree);
        if (_now.Process.Methods.Latest(start) is { } code)
            code.Inlines = tree;
    }

    private void OnMethod(in EventOrigin at, in MethodToken method)
    {
        _now.IsTaken = _now.Process!.Inlined.IsTold;
        _now.Process.Inlined.Add(in method);
    }

    private void OnType(in EventOrigin at, in TypeModule type)
    {
        _now.IsTaken = _now.Process!.Inlined.IsTold;
        if (_now.IsTaken)
            _now.Process.Inlined.Add(in type);
    }
}
