using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Names frames of a Windows trace: managed ones as the runtime told them, those of programs, libraries and the kernel by their
/// PDBs.</summary>
/// <param name="stacks">The stacks.</param>
/// <param name="folders">Folders with symbols that the user named.</param>
/// <param name="packed">PDBs that came with the trace.</param>
internal sealed class WindowsFrameNames(EventStacks stacks, IReadOnlyList<string> folders, PackedPdbs packed) : IFrameNames
{
    private readonly SymbolSearch _search = new(folders) { Packed = packed };
    private readonly Dictionary<int, NativeCode> _code = [];
    private (int Frame, PlaceName Name) _last;

    /// <inheritdoc/>
    public (int Image, ulong Place) PlaceOf(int frame) => stacks.PlaceOf(frame);

    /// <inheritdoc/>
    public PlaceName NameOf(int frame)
    {
        PlaceName name = stacks.NameOf(frame);
        _last = (frame, name);
        if (name.Name is not null || CodeOf(frame, out ulong place)?.Find(place) is not { } function)
            return name;
        return name with { Name = $"{name.Module}!{function.Name}", Offset = function.Offset };
    }

    /// <inheritdoc/>
    public SourceLine LineOf(int frame)
    {
        string kind = (frame == _last.Frame ? _last.Name : stacks.NameOf(frame)).Kind;
        return kind != "managed" && CodeOf(frame, out ulong place) is { } code ? code.LineAt(place) : stacks.LineOf(frame);
    }

    /// <inheritdoc/>
    public CodeImageFacts FactsOf(int number)
    {
        CodeImageFacts facts = stacks.FactsOf(number);
        return CodeOf(number, facts) is { } code ? facts with { Reason = code.Reason, IsComplete = code.IsComplete } : facts;
    }

    private NativeCode? CodeOf(int frame, out ulong place)
    {
        (int image, place) = stacks.PlaceOf(frame);
        return _code.TryGetValue(image, out NativeCode? code) ? code : CodeOf(image, stacks.FactsOf(image));
    }

    // What no file is mapped for has no PDB.
    private NativeCode? CodeOf(int number, CodeImageFacts facts)
    {
        if (facts is not { Kind: "native" or "kernel", Path: not null })
            return null;
        if (!_code.TryGetValue(number, out NativeCode? code))
            _code.Add(number, code = _search.FindPdb(facts.SymbolFile ?? "", facts.BuildId ?? "", facts.Mapped?.Bytes));
        return code;
    }
}
