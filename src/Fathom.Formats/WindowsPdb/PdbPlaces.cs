using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Fathom.Formats.WindowsPdb;

/// <summary>
/// What the addresses of a PDB mean. Symbols are at a place of a section; the headers of the sections tell where these are in memory.
/// Where a tool moved the code behind the linker (Windows itself was long
/// built so), symbols keep the places of before, and a list tells which piece went where.
/// </summary>
/// <remarks>
/// Those of NGEN images have no headers, only a map with the lengths of the sections. In such an image they stand in this order, each at
/// the begin of a page, behind the page of the head; the length of the image in memory tells whether that is so.
/// <code>map of sections  u16 count, u16; then of each 20 bytes, the last 4 of them u32 bytes</code>
/// </remarks>
internal sealed class PdbPlaces
{
    private const int HeaderBytes = 40;
    private const int SizeAt = 8;
    private const int RvaAt = 12;
    private const int FlagsAt = 36;
    private const uint CodeFlags = 0x2000_0020;
    private const int MostSections = 1 << 16;
    private const int MostMoveBytes = 128 << 20;
    private const int MapHeadBytes = 4;
    private const int MapEntryBytes = 20;
    private const int MapSizeAt = 16;
    private const ulong PageBytes = 0x1000;

    private readonly PdbSection[] _sections;
    private readonly uint[] _moves;

    private PdbPlaces(PdbSection[] sections, uint[] moves) => (_sections, _moves) = (sections, moves);

    /// <summary>Whether nothing is known of where code lies.</summary>
    public bool IsEmpty => _sections.Length == 0;

    /// <summary>Reads them.</summary>
    /// <param name="file">The file.</param>
    /// <param name="headers">The stream with the headers of the sections.</param>
    /// <param name="headersBefore">That with those from before the code was moved.</param>
    /// <param name="moves">That with pairs of u32: where a piece begins now, and where it did; 0 for code that the tool added.</param>
    public static PdbPlaces Read(MsfFile file, int headers, int headersBefore, int moves)
    {
        bool isMoved = file.LengthOf(moves) > 0 && file.LengthOf(headersBefore) > 0;
        byte[]? pairs = isMoved && file.LengthOf(moves) <= MostMoveBytes ? file.Bytes(moves, 0, file.LengthOf(moves) & ~7L) : null;
        return new PdbPlaces(
            isMoved && pairs is null ? [] : Sections(file, isMoved ? headersBefore : headers),
            pairs is null ? [] : MemoryMarshal.Cast<byte, uint>(pairs).ToArray());
    }

    /// <summary>The sections of an NGEN image by their lengths; none where these do not add up to the image.</summary>
    /// <param name="map">The map of sections.</param>
    /// <param name="imageBytes">Bytes of the image in memory.</param>
    public static PdbPlaces OfMap(ReadOnlySpan<byte> map, ulong imageBytes)
    {
        int count = map.Length < MapHeadBytes ? 0 : BinaryPrimitives.ReadUInt16LittleEndian(map);
        if (count > (map.Length - MapHeadBytes) / MapEntryBytes || imageBytes > uint.MaxValue)
            return new PdbPlaces([], []);
        PdbSection[] sections = new PdbSection[count];
        ulong next = PageBytes;
        for (int i = 0; i < count; i++)
        {
            uint bytes = BinaryPrimitives.ReadUInt32LittleEndian(map[(MapHeadBytes + (i * MapEntryBytes) + MapSizeAt)..]);
            sections[i] = new PdbSection((uint)next, bytes, HasCode: true);
            next += (bytes + PageBytes - 1) & ~(PageBytes - 1);
            if (next > imageBytes)
                break;
        }

        return new PdbPlaces(count > 0 && next == imageBytes ? sections : [], []);
    }

    /// <summary>Where a symbol is, from the start of the program; null where its section does not reach so far.</summary>
    /// <param name="section">Number of its section, from 1.</param>
    /// <param name="offset">Its place there.</param>
    /// <param name="ofCode">Whether only sections with code count.</param>
    public uint? RvaOf(int section, uint offset, bool ofCode = true) =>
        (uint)(section - 1) < (uint)_sections.Length && _sections[section - 1] is var found && offset < found.Bytes && (found.HasCode || !ofCode)
            && offset <= uint.MaxValue - found.Rva
            ? found.Rva + offset
            : null;

    /// <summary>Where the code at a place of the program was when its symbols were written; null for code that had none then.</summary>
    public uint? Before(uint rva)
    {
        if (_moves.Length == 0)
            return rva;
        int low = 0, high = _moves.Length / 2;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_moves[2 * middle] <= rva)
                low = middle + 1;
            else
                high = middle;
        }

        return low > 0 && _moves[(2 * low) - 1] is var to and not 0 ? to + (rva - _moves[(2 * low) - 2]) : null;
    }

    /// <summary>Where the section ends that a place lies in; null where no section with code has it.</summary>
    public uint? EndOf(uint rva)
    {
        foreach (PdbSection section in _sections)
        {
            if (section.HasCode && rva >= section.Rva && rva - section.Rva < section.Bytes)
                return (uint)Math.Min(uint.MaxValue, (ulong)section.Rva + section.Bytes);
        }

        return null;
    }

    private static PdbSection[] Sections(MsfFile file, int stream)
    {
        int count = (int)Math.Min(MostSections, file.LengthOf(stream) / HeaderBytes);
        byte[] bytes = file.Bytes(stream, 0, (long)count * HeaderBytes) ?? [];
        PdbSection[] sections = new PdbSection[bytes.Length / HeaderBytes];
        for (int i = 0; i < sections.Length; i++)
        {
            ReadOnlySpan<byte> header = bytes.AsSpan(i * HeaderBytes, HeaderBytes);
            sections[i] = new PdbSection(
                BinaryPrimitives.ReadUInt32LittleEndian(header[RvaAt..]),
                BinaryPrimitives.ReadUInt32LittleEndian(header[SizeAt..]),
                (BinaryPrimitives.ReadUInt32LittleEndian(header[FlagsAt..]) & CodeFlags) != 0);
        }

        return sections;
    }
}
