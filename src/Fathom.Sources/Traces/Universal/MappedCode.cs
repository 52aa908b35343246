using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Traces.Rows;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.Universal;

/// <summary>
/// The code that a process has mapped, as a machine-wide recorder tells it. A later mapping takes the place of what it covers. Mappings and symbols may be told behind the
/// stacks that lie in them, so addresses are looked up when all was read, each as of the epoch that it was seen in.
/// </summary>
/// <param name="most">Pieces that are kept, of those that are there and of those that others replaced.</param>
internal sealed class MappedCode(int most = 1 << 16)
{
    private readonly List<MachineMapping> _pieces = [];
    private readonly List<(MachineMapping Piece, int LastEpoch)> _replaced = [];
    private readonly Dictionary<CodeOrigin, HashSet<SymbolRanges>> _told = [];
    private readonly Dictionary<CodeOrigin, SymbolRanges> _symbols = [];

    /// <summary>How often code took the place of other code; an address means the same within one such span.</summary>
    public int Epoch { get; private set; }

    /// <summary>Mappings that found no room.</summary>
    public long Overflows { get; private set; }

    /// <summary>Adds a mapping.</summary>
    /// <param name="mapping">The mapping.</param>
    /// <param name="symbols">The symbols in it, which may be told later.</param>
    public void Add(in MachineMapping mapping, SymbolRanges symbols)
    {
        (CollectionsMarshal.GetValueRefOrAddDefault(_told, mapping.Origin, out _) ??= []).Add(symbols);
        int first = FirstEndingFrom(mapping.Start), last = first;
        while (last < _pieces.Count && _pieces[last].Start <= mapping.End)
            last++;
        if (last - first == 1 && _pieces[first] == mapping)
            return;
        if (_pieces.Count >= most || _replaced.Count >= most)
        {
            Overflows++;
            return;
        }

        if (last > first)
            Replace(mapping, first, last);
        _pieces.Insert(FirstEndingFrom(mapping.Start), mapping);
    }

    /// <summary>Whether a whole file is mapped at a place now.</summary>
    /// <param name="start">First address.</param>
    /// <param name="end">Last address.</param>
    /// <param name="path">Path of the file.</param>
    /// <param name="buildId">Its build; empty where that is not told.</param>
    public bool Has(ulong start, ulong end, string path, string buildId)
    {
        int at = FirstEndingFrom(start);
        return at < _pieces.Count && _pieces[at] is var piece && piece.Start == start && piece.End == end && piece.Offset == 0
            && piece.Origin.Path == path && piece.Origin.BuildId == buildId;
    }

    /// <summary>Where the code at an address comes from, and its place there.</summary>
    /// <param name="address">The address.</param>
    /// <param name="epoch">The epoch in which it was seen.</param>
    public (CodeOrigin Origin, ulong Place) PlaceOf(ulong address, int epoch) =>
        Find(address, epoch) is { } mapping ? (mapping.Origin, mapping.PlaceOf(address))
        : (CodeOrigin.IsOfKernel(address) ? CodeOrigin.Kernel : CodeOrigin.Unknown, address);

    /// <summary>What the code at an address is called. Asked when all was read.</summary>
    /// <param name="address">The address.</param>
    /// <param name="epoch">The epoch in which it was seen.</param>
    public PlaceName NameOf(ulong address, int epoch)
    {
        (CodeOrigin origin, ulong place) = PlaceOf(address, epoch);
        if (SymbolsOf(origin)?.Find(address) is not (var told, var start))
            return new PlaceName(null, origin.Name, origin.FrameKind, origin == CodeOrigin.Unknown ? 0 : place);
        if (origin.FrameKind != "managed")
            return new PlaceName($"{origin.Name}!{CppNames.Of(told)}", origin.Name, origin.FrameKind, address - start);
        (string name, string? module) = CompiledName.Of(told);
        return new PlaceName(name, module ?? origin.Name, origin.FrameKind, address - start);
    }

    /// <summary>Whether any symbol was told of the code that comes from a place.</summary>
    public bool HasSymbols(CodeOrigin origin) => SymbolsOf(origin) is { Count: > 0 };

    // Of one file, or of compiled code, a process can have many mappings, and the same one again: their symbols are one list.
    private SymbolRanges? SymbolsOf(CodeOrigin origin)
    {
        if (!_told.TryGetValue(origin, out HashSet<SymbolRanges>? told))
            return null;
        if (told.Count == 1)
            return told.First();
        if (!_symbols.TryGetValue(origin, out SymbolRanges? all))
            _symbols.Add(origin, all = SymbolRanges.Of(told));
        return all;
    }

    private MachineMapping? Find(ulong address, int epoch)
    {
        if (epoch < Epoch)
        {
            foreach ((MachineMapping piece, int lastEpoch) in _replaced)
            {
                if (lastEpoch >= epoch && piece.Start <= address && address <= piece.End)
                    return piece;
            }
        }

        int at = FirstEndingFrom(address);
        return at < _pieces.Count && _pieces[at].Start <= address ? _pieces[at] : null;
    }

    // What sticks out before and behind the new mapping stays. A mapping that grows, or whose protection changes, is told anew, and means the same.
    private void Replace(in MachineMapping mapping, int first, int last)
    {
        MachineMapping before = _pieces[first], behind = _pieces[last - 1];
        bool meansTheSame = true;
        for (int i = first; i < last; i++)
        {
            ulong address = Math.Max(mapping.Start, _pieces[i].Start);
            meansTheSame &= _pieces[i].Origin == mapping.Origin && _pieces[i].PlaceOf(address) == mapping.PlaceOf(address);
        }

        for (int i = first; i < last && !meansTheSame; i++)
            _replaced.Add((_pieces[i], Epoch));
        Epoch += meansTheSame ? 0 : 1;
        _pieces.RemoveRange(first, last - first);
        if (behind.End > mapping.End)
            _pieces.Insert(first, behind with { Start = mapping.End + 1, Offset = behind.Offset + (mapping.End + 1 - behind.Start) });
        if (before.Start < mapping.Start)
            _pieces.Insert(first, before with { End = mapping.Start - 1 });
    }

    private int FirstEndingFrom(ulong address)
    {
        int low = 0, high = _pieces.Count;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_pieces[middle].End < address)
                low = middle + 1;
            else
                high = middle;
        }

        return low;
    }
}
