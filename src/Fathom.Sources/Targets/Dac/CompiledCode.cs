using System.Runtime.InteropServices;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// Finds methods that were compiled while a process ran, by an address in their code: through the map of code that the runtime describes itself (.NET 10 and later), without the data access
/// library and while the process runs.
/// </summary>
/// <remarks>
/// <code>
/// map       five levels of 256 pointers, by bits 49-56, 41-48, … 17-24 of an address; the lowest leads to a list of fragments, whose ranges lead to a section
/// section   its range, flags (2 = holds compiled methods), and what describes the methods: where their area begins, and the map of starts
/// starts    4 bytes for each 256 of the area, of 4 bits for each 32 bytes, the highest bits first: 0 = none begins there, n = one begins at 4 * (n - 1) of these 32
///           if the lowest 4 bits are 9 or more, all 256 belong to a method that begins earlier, at: the number without its lowest 4 bits + 4 * (these - 9)
/// start     8 bytes before it: address of the header of the code, or 15 and less for stubs, which have none
/// </code>
/// <para>Source: "ExecutionManager" and "NibbleMap", documents of dotnet/runtime (design/datacontracts), versions 2 and c1.</para>
/// <para>All of it is memory of the target, which may hold anything: walks are bounded.</para>
/// </remarks>
internal sealed class CompiledCode
{
    private const string Contract = "ExecutionManager";
    private const int Levels = 5;
    private const int LowestBit = 17;
    private const int MostFragments = 256;
    private const ulong HoldsMethods = 2;
    private const ulong LastStub = 15;
    private const ulong NoFlags = ~1UL;

    private readonly ITargetMemory _memory;
    private readonly ulong _map;
    private readonly int _top;
    private readonly (int Begin, int End, int Section, int Next) _fragment;
    private readonly (int Flags, int Heap) _section;
    private readonly (int Base, int Starts) _heap;

    private CompiledCode(ITargetMemory memory, ulong map, RuntimeDescriptor descriptor)
    {
        (_memory, _map) = (memory, map);
        int Offset(string type, string field) => descriptor.OffsetOf(type, field) ?? throw new KeyNotFoundException();
        _top = Offset("RangeSectionMap", "TopLevelData");
        const string fragment = "RangeSectionFragment";
        _fragment = (Offset(fragment, "RangeBegin"), Offset(fragment, "RangeEndOpen"), Offset(fragment, "RangeSection"), Offset(fragment, "Next"));
        _section = (Offset("RangeSection", "Flags"), Offset("RangeSection", "HeapList"));
        _heap = (Offset("CodeHeapListNode", "MapBase"), Offset("CodeHeapListNode", "HeaderMap"));
        Header = (Offset("RealCodeHeader", "NumUnwindInfos"), Offset("RealCodeHeader", "UnwindInfos"));
    }

    /// <summary>Where a header of code has the number of its pieces, and their table.</summary>
    public (int Count, int Table) Header { get; }

    /// <summary>Begins; null for a runtime that does not describe its code, or in a way that is not known.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="descriptor">What the runtime tells of itself.</param>
    public static CompiledCode? Of(ITargetMemory memory, RuntimeDescriptor descriptor)
    {
        if (descriptor.VersionOf(Contract) is not ("2" or "c1") || descriptor.AddressOf("ExecutionManagerCodeRangeMapAddress") is not { } map)
            return null;
        try
        {
            return new CompiledCode(memory, map, descriptor);
        }
        catch (KeyNotFoundException)
        {
            // A field is not told, so it is another layout.
            return null;
        }
    }

    /// <summary>The method at an address.</summary>
    /// <param name="address">An address in its code.</param>
    /// <param name="start">Where its code begins.</param>
    /// <param name="header">Address of the header of the code; 0 for stubs.</param>
    /// <returns>False where none is known.</returns>
    public bool TryFind(ulong address, out ulong start, out ulong header)
    {
        (start, header) = (0, 0);
        if (HeapOf(address) is not { } heap || !TryRead(heap + (ulong)_heap.Base, out ulong area) || !TryRead(heap + (ulong)_heap.Starts, out ulong starts) || address < area)
            return false;
        if (StartOf(address - area, starts) is not { } distance)
            return false;
        start = area + distance;
        return TryReadHeader(start, out header);
    }

    /// <summary>Reads where the header of the code that begins at an address is; 0 for stubs.</summary>
    public bool TryReadHeader(ulong start, out ulong header)
    {
        bool isRead = TryRead(start - sizeof(ulong), out header);
        header = header <= LastStub ? 0 : header;
        return isRead;
    }

    private ulong? HeapOf(ulong address)
    {
        ulong at = _map + (ulong)_top;
        for (int level = Levels; level > 0; level--)
        {
            ulong index = (address >> (LowestBit + (8 * (level - 1)))) & 0xff;
            if (!TryRead(at + (index * sizeof(ulong)), out at) || (at &= NoFlags) == 0)
                return null;
        }

        for (int i = 0; i < MostFragments && at != 0; i++)
        {
            if (!TryRead(at + (ulong)_fragment.Begin, out ulong begin) || !TryRead(at + (ulong)_fragment.End, out ulong end))
                return null;
            if (address >= begin && address < end)
            {
                return TryRead(at + (ulong)_fragment.Section, out ulong section) && TryRead(section + (ulong)_section.Flags, out ulong flags) && (flags & HoldsMethods) != 0
                    && TryRead(section + (ulong)_section.Heap, out ulong heap) && heap != 0 ? heap : null;
            }

            if (!TryRead(at + (ulong)_fragment.Next, out at))
                return null;
            at &= NoFlags;
        }

        return null;
    }

    private ulong? StartOf(ulong distance, ulong starts)
    {
        ulong unit = distance / 256;
        if (!TryReadUnit(starts, unit, out uint bits))
            return null;
        if (IsBefore(bits))
            return Before(bits);
        int place = (int)(distance / 32 % 8), nibble = (int)(bits >> (28 - (4 * place))) & 15;
        if (nibble != 0 && (ulong)(nibble - 1) * 4 <= distance % 32)
            return (distance & ~31UL) + ((ulong)(nibble - 1) * 4);
        for (int earlier = place - 1; earlier >= 0; earlier--)
        {
            if (StartIn(bits, unit, earlier) is { } start)
                return start;
        }

        if (unit == 0 || !TryReadUnit(starts, unit - 1, out bits))
            return null;
        if (IsBefore(bits))
            return Before(bits);
        for (int earlier = 7; earlier >= 0; earlier--)
        {
            if (StartIn(bits, unit - 1, earlier) is { } start)
                return start;
        }

        return null;
    }

    private static ulong? StartIn(uint bits, ulong unit, int place) =>
        ((bits >> (28 - (4 * place))) & 15) is > 0 and var nibble ? (unit * 256) + ((ulong)place * 32) + ((nibble - 1) * 4) : null;

    private static bool IsBefore(uint bits) => (bits & 15) > 8;

    private static ulong Before(uint bits) => (bits & ~15u) + (((bits & 15) - 9) * 4);

    private bool TryReadUnit(ulong starts, ulong unit, out uint bits)
    {
        bits = 0;
        return _memory.Read(starts + (unit * sizeof(uint)), MemoryMarshal.AsBytes(new Span<uint>(ref bits))) == sizeof(uint);
    }

    private bool TryRead(ulong address, out ulong value)
    {
        value = 0;
        return _memory.Read(address, MemoryMarshal.AsBytes(new Span<ulong>(ref value))) == sizeof(ulong);
    }
}
