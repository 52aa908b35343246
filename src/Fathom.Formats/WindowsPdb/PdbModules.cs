using System.Buffers.Binary;

namespace Fathom.Formats.WindowsPdb;

/// <summary>The object files that a program was linked of, and which code came from which.</summary>
/// <remarks>
/// <code>
/// module        0 u32   4 contribution, 28 bytes   34 u16 stream   36 u32 bytes of symbols   40 u32 of old lines   44 u32 of lines   64
/// two texts, each ended by a zero; filled to 4
/// contribution  0 u16 section   4 i32 place   8 i32 bytes   12 u32 flags   16 u16 module   20 u32 x 2; in the second form (0xEFFE0000 +
/// 20140516) u32 more
/// </code>
/// </remarks>
internal sealed class PdbModules
{
    private const int DebugStream = 3;
    private const int FixedBytes = 64;
    private const uint FirstForm = 0xEFFE_0000 + 19_970_605;
    private const uint SecondForm = 0xEFFE_0000 + 20_140_516;
    private const int FirstBytes = 28;
    private const int ContributionsInBuffer = 2048;

    private readonly List<PdbModule> _modules = [];
    private PdbContribution[] _contributions = [];

    private PdbModules()
    {
    }

    /// <summary>How many there are.</summary>
    public int Count => _modules.Count;

    /// <summary>A module; null for a number that none has, and where its stream was removed.</summary>
    public PdbModule? Find(int number) => (uint)number < (uint)_modules.Count && _modules[number] is { Stream: >= 0 } module ? module : null;

    /// <summary>Reads them.</summary>
    public static PdbModules Read(MsfFile file, PdbDirectory directory)
    {
        PdbModules all = new();
        byte[] modules = file.Bytes(DebugStream, directory.Parts.Modules.At, directory.Parts.Modules.Bytes) ?? [];
        for (int at = 0; at <= modules.Length - FixedBytes;)
        {
            ReadOnlySpan<byte> module = modules.AsSpan(at);
            int stream = BinaryPrimitives.ReadUInt16LittleEndian(module[34..]);
            all._modules.Add(new PdbModule(
                stream == ushort.MaxValue ? -1 : stream,
                BinaryPrimitives.ReadUInt32LittleEndian(module[36..]),
                BinaryPrimitives.ReadUInt32LittleEndian(module[40..]),
                BinaryPrimitives.ReadUInt32LittleEndian(module[44..])));
            int first = module[FixedBytes..].IndexOf((byte)0);
            int second = first < 0 ? -1 : module[(FixedBytes + first + 1)..].IndexOf((byte)0);
            if (second < 0)
                break;
            at += (FixedBytes + first + 1 + second + 1 + 3) & ~3;
        }

        all._contributions = Contributions(file, directory);
        return all;
    }

    /// <summary>The piece of code that a place lies in; null where none is told.</summary>
    public PdbContribution? PieceAt(uint rva)
    {
        int low = 0, high = _contributions.Length;
        while (low < high)
        {
            int middle = (low + high) / 2;
            if (_contributions[middle].Rva <= rva)
                low = middle + 1;
            else
                high = middle;
        }

        return low > 0 && _contributions[low - 1] is var piece && rva - piece.Rva < piece.Bytes ? piece : null;
    }

    private static PdbContribution[] Contributions(MsfFile file, PdbDirectory directory)
    {
        (long at, long bytes) = directory.Parts.Contributions;
        Span<byte> word = stackalloc byte[sizeof(uint)];
        if (bytes < word.Length || file.Read(DebugStream, at, word) < word.Length)
            return [];
        int each = BinaryPrimitives.ReadUInt32LittleEndian(word) switch { FirstForm => FirstBytes, SecondForm => FirstBytes + sizeof(uint), _ => 0 };
        if (each == 0)
            return [];
        List<PdbContribution> pieces = [];
        byte[] buffer = new byte[each * ContributionsInBuffer];
        long end = at + bytes;
        for (at += word.Length; end - at >= each;)
        {
            int count = file.Read(DebugStream, at, buffer.AsSpan(0, (int)Math.Min(buffer.Length, end - at))) / each;
            if (count == 0)
                break;
            for (int i = 0; i < count; i++)
            {
                ReadOnlySpan<byte> piece = buffer.AsSpan(i * each, each);
                uint length = BinaryPrimitives.ReadUInt32LittleEndian(piece[8..]);
                int section = BinaryPrimitives.ReadUInt16LittleEndian(piece);
                if (length is > 0 and <= int.MaxValue && directory.Places.RvaOf(section, BinaryPrimitives.ReadUInt32LittleEndian(piece[4..])) is { } rva)
                    pieces.Add(new PdbContribution(rva, length, BinaryPrimitives.ReadUInt16LittleEndian(piece[16..])));
            }

            at += (long)count * each;
        }

        pieces.Sort(static (one, other) => one.Rva.CompareTo(other.Rva));
        return [.. pieces];
    }
}
