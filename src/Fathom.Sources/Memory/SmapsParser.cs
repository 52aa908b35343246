using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using System.Text;

namespace Fathom.Sources.Memory;

/// <summary>
/// <c>/proc/PID/smaps</c>: per mapping the line of <c>maps</c> (<c>START-END PERMS OFFSET DEVICE INODE    PATH</c>) and then one line
/// <c>Name:  NUMBER kB</c> per figure. Figures that are not known are passed over, so that a newer kernel does no harm.
/// </summary>
internal sealed class SmapsParser
{
    private const int BufferBytes = 256 * 1024;

    private readonly List<Mapping> _mappings = [];

    /// <summary>Reads all mappings, in address order as the kernel writes them. The text may be any size; a piece at a time is held.</summary>
    /// <exception cref="FormatException">The text is not that of smaps.</exception>
    /// <exception cref="IOException">It cannot be read, as when the process has ended.</exception>
    public static List<Mapping> Read(Stream text)
    {
        SmapsParser parser = new();
        byte[] buffer = ArrayPool<byte>.Shared.Rent(BufferBytes);
        try
        {
            int held = 0;
            for (int count; (count = text.Read(buffer, held, buffer.Length - held)) > 0;)
            {
                held += count;
                int used = parser.Lines(buffer.AsSpan(0, held));
                if (used == 0 && held == buffer.Length)
                    throw new FormatException($"A line of smaps is longer than {buffer.Length} bytes.");
                buffer.AsSpan(used, held - used).CopyTo(buffer);
                held -= used;
            }

            if (held > 0)
                parser.Line(buffer.AsSpan(0, held));
            return parser._mappings;
        }
        finally
        {
            ArrayPool<byte>.Shared.Return(buffer);
        }
    }

    // Takes the whole lines and returns how many bytes they were.
    private int Lines(ReadOnlySpan<byte> text)
    {
        int at = 0;
        for (int length; (length = text[at..].IndexOf((byte)'\n')) >= 0; at += length + 1)
            Line(text.Slice(at, length));
        return at;
    }

    private void Line(ReadOnlySpan<byte> line)
    {
        if (line.IsEmpty)
            return;
        // Figures start with a capital letter, addresses with a digit or a small one.
        if (line[0] is (>= (byte)'0' and <= (byte)'9') or (>= (byte)'a' and <= (byte)'f'))
            _mappings.Add(Head(line));
        else if (_mappings.Count > 0)
            Figure(_mappings[^1], line);
        else
            throw Wrong(line);
    }

    private static Mapping Head(ReadOnlySpan<byte> line)
    {
        ReadOnlySpan<byte> rest = line;
        ReadOnlySpan<byte> range = Word(ref rest);
        ReadOnlySpan<byte> permissions = Word(ref rest);
        _ = Word(ref rest);
        _ = Word(ref rest);
        ReadOnlySpan<byte> inode = Word(ref rest);
        int dash = range.IndexOf((byte)'-');
        if (dash <= 0 || permissions.Length != 4
            || !TryHex(range[..dash], out ulong start) || !TryHex(range[(dash + 1)..], out ulong end) || end < start
            || !Utf8Parser.TryParse(inode, out ulong number, out int used) || used != inode.Length)
        {
            throw Wrong(line);
        }

        return new Mapping
        {
            Start = start,
            End = end,
            Permissions = Encoding.ASCII.GetString(permissions),
            Inode = number,
            Path = Encoding.UTF8.GetString(rest.TrimStart((byte)' ')),
        };
    }

    private static void Figure(Mapping mapping, ReadOnlySpan<byte> line)
    {
        int colon = line.IndexOf((byte)':');
        if (colon < 0)
            throw Wrong(line);
        ReadOnlySpan<byte> name = line[..colon];
        if (!Utf8Parser.TryParse(line[(colon + 1)..].TrimStart((byte)' '), out long kibibytes, out _) || kibibytes is < 0 or > long.MaxValue / 1024)
            return;
        long bytes = kibibytes * 1024;
        if (name.SequenceEqual("Rss"u8))
            mapping.RssBytes = bytes;
        else if (name.SequenceEqual("Pss"u8))
            mapping.PssBytes = bytes;
        else if (name.SequenceEqual("Private_Clean"u8) || name.SequenceEqual("Private_Dirty"u8))
            mapping.PrivateBytes += bytes;
        else if (name.SequenceEqual("Swap"u8))
            mapping.SwapBytes = bytes;
        else if (name.SequenceEqual("Shared_Hugetlb"u8) || name.SequenceEqual("Private_Hugetlb"u8))
            mapping.HugetlbBytes += bytes;
    }

    private static ReadOnlySpan<byte> Word(ref ReadOnlySpan<byte> rest)
    {
        rest = rest.TrimStart((byte)' ');
        int end = rest.IndexOf((byte)' ');
        ReadOnlySpan<byte> word = end < 0 ? rest : rest[..end];
        rest = rest[word.Length..];
        return word;
    }

    private static bool TryHex(ReadOnlySpan<byte> text, out ulong value) =>
        ulong.TryParse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out value);

    private static FormatException Wrong(ReadOnlySpan<byte> line) =>
        new($"No line of smaps: '{Encoding.UTF8.GetString(line[..Math.Min(line.Length, 80)])}'.");
}
