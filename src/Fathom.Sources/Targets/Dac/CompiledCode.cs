using System.Runtime.InteropServices;
using Fathom.Formats.UnwindInfo;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// Finds methods that were compiled while a process ran, by an address in their code: through the runtime's own map of code, without the
/// data access library and while the process runs. .NET 10 and later describe the layout of the map themselves; that of .NET 8 and 9 is known, and checked before it is used.
/// </summary>
/// <remarks>
/// <code>
/// map       five levels of 256 pointers, by bits 49-56, 41-48, … 17-24 of an address; the lowest leads to a list of fragments, whose ranges lead to a section
/// section   its range, flags (2 = holds compiled methods), and what describes the methods: where their area begins, and the map of
///           starts (see <see cref="MethodStarts"/>)
/// start     8 bytes before it: address of the header of the code, or 15 and less for stubs, which have none
/// </code>
/// <para>Source: "ExecutionManager", a document of dotnet/runtime (design/datacontracts), versions 2 and c1.</para>
/// <para>All of it is memory of the target, which may hold anything: walks are bounded.</para>
/// </remarks>
/// <param name="memory">The target's memory.</param>
/// <param name="map">Address of the map.</param>
/// <param name="layout">Its layout.</param>
internal sealed class CompiledCode(ITargetMemory memory, ulong map, CompiledCodeLayout layout)
{
    private const int Levels = 5;
    private const int LowestBit = 17;
    private const int MostFragments = 256;
    private const ulong HoldsMethods = 2;
    private const ulong LastStub = 15;
    private const ulong NoFlags = ~1UL;
    private const int MostPieces = 1024;
    private const int MostTries = 64;
    private const ulong Step = 64 * 1024;
    private const int MostSteps = 4096;

    /// <summary>Where a header of code has the number of its pieces, and their table.</summary>
    public (int Count, int Table) Header => layout.Header;

    /// <summary>Begins; null for a runtime that does not describe its code, or in a way that is not known.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="descriptor">What the runtime tells of itself.</param>
    public static CompiledCode? Of(ITargetMemory memory, RuntimeDescriptor descriptor) =>
        CompiledCodeLayout.Of(descriptor) is { } layout && descriptor.AddressOf("ExecutionManagerCodeRangeMapAddress") is { } map
            ? new CompiledCode(memory, map, layout)
            : null;

    /// <summary>Begins with a runtime that does not describe its code; null unless what it has is laid out as expected.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="table">Address of its table of addresses.</param>
    /// <param name="version">The runtime's version.</param>
    /// <param name="code">The ranges of executable memory without a file.</param>
    public static CompiledCode? Of(ITargetMemory memory, ulong table, Version version, IReadOnlyList<(ulong Start, ulong End)> code)
    {
        ulong map = 0;
        return version.Major is 8 or 9 && memory.Read(table, MemoryMarshal.AsBytes(new Span<ulong>(ref map))) == sizeof(ulong) && map != 0
            && new CompiledCode(memory, map, CompiledCodeLayout.Net8) is var known && known.Fits(code)
            ? known
            : null;
    }

    /// <summary>The method at an address.</summary>
    /// <param name="address">An address in its code.</param>
    /// <param name="start">Where its code begins.</param>
    /// <param name="header">Address of the header of the code; 0 for stubs.</param>
    /// <returns>False where none is known.</returns>
    public bool TryFind(ulong address, out ulong start, out ulong header)
    {
        (start, header) = (0, 0);
        return SectionOf(address) is { } section && TryFind(section, address, out start, out header);
    }

    /// <summary>Reads where the header of the code that begins at an address is; 0 for stubs.</summary>
    public bool TryReadHeader(ulong start, out ulong header)
    {
        bool isRead = TryRead(start - sizeof(ulong), out header);
        header = header <= LastStub ? 0 : header;
        return isRead;
    }

    private bool TryFind(Section section, ulong address, out ulong start, out ulong header)
    {
        (start, header) = (0, 0);
        if (!TryRead(section.Heap + (ulong)layout.Heap.Base, out ulong area) || address < area
            || !TryRead(section.Heap + (ulong)layout.Heap.Starts, out ulong starts))
        {
            return false;
        }

        if (MethodStarts.Find(memory, layout.Starts, starts, address - area) is not { } distance)
            return false;
        start = area + distance;
        return TryReadHeader(start, out header);
    }

    private Section? SectionOf(ulong address)
    {
        ulong at = map + (ulong)layout.Top;
        for (int level = Levels; level > 0; level--)
        {
            ulong index = (address >> (LowestBit + (8 * (level - 1)))) & 0xff;
            if (!TryRead(at + (index * sizeof(ulong)), out at) || (at &= NoFlags) == 0)
                return null;
        }

        for (int i = 0; i < MostFragments && at != 0; i++)
        {
            if (!TryRead(at + (ulong)layout.Fragment.Begin, out ulong begin) || !TryRead(at + (ulong)layout.Fragment.End, out ulong end))
                return null;
            if (address >= begin && address < end)
            {
                return TryRead(at + (ulong)layout.Fragment.Section, out ulong section)
                    && TryRead(section + (ulong)layout.Section.Flags, out ulong flags) && (flags & HoldsMethods) != 0
                    && TryRead(section + (ulong)layout.Section.Heap, out ulong heap) && heap != 0 ? new Section(begin, end, heap) : null;
            }

            if (!TryRead(at + (ulong)layout.Fragment.Next, out at))
                return null;
            at &= NoFlags;
        }

        return null;
    }

    // A section with a method that is as it must be: nothing else looks like that.
    private bool Fits(IReadOnlyList<(ulong Start, ulong End)> code)
    {
        int steps = 0;
        foreach ((ulong start, ulong end) in code)
        {
            // Areas of code begin at multiples of the step, and what is mapped may begin with other memory.
            for (ulong at = start; at < end && steps < MostSteps; at = (at / Step * Step) + Step)
            {
                steps++;
                ulong last = Math.Min(end, (at / Step * Step) + Step) - 1;
                if (SectionOf(last) is { } section && HasMethod(section, last, code))
                    return true;
            }
        }

        return false;
    }

    private bool HasMethod(Section section, ulong address, IReadOnlyList<(ulong Start, ulong End)> code)
    {
        if (!code.Any(range => section.Begin >= range.Start && section.Begin < range.End))
            return false;
        for (int i = 0; i < MostTries && TryFind(section, address, out ulong start, out ulong header); i++)
        {
            if (start < section.Begin || start > address)
                return false;
            if (header != 0)
                return IsMethod(section, start, header);
            address = start - 1;
        }

        return false;
    }

    private bool IsMethod(Section section, ulong start, ulong header)
    {
        uint count = 0;
        Span<byte> first = stackalloc byte[UnwindPiece.Size], information = stackalloc byte[1];
        if (memory.Read(header + (ulong)layout.Header.Count, MemoryMarshal.AsBytes(new Span<uint>(ref count))) < sizeof(uint)
            || count is 0 or > MostPieces
            || memory.Read(header + (ulong)layout.Header.Table, first) < first.Length)
        {
            return false;
        }

        UnwindPiece piece = UnwindPiece.Read(first);
        ulong origin = start - piece.Begin;
        return piece.End > piece.Begin && origin <= start && origin + piece.End <= section.End
            && memory.Read(origin + piece.Information, information) == 1 && (information[0] & 7) == 1;
    }

    private bool TryRead(ulong address, out ulong value)
    {
        value = 0;
        return memory.Read(address, MemoryMarshal.AsBytes(new Span<ulong>(ref value))) == sizeof(ulong);
    }

    private readonly record struct Section(ulong Begin, ulong End, ulong Heap);
}
