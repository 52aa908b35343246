using System.Buffers.Text;

namespace Fathom.Sources.Memory;

/// <summary>The kernel's own sums over a process: lines <c>Name: NUMBER kB</c> of <c>smaps_rollup</c> and <c>status</c>, in bytes.</summary>
internal readonly struct MemorySums
{
    private readonly Dictionary<string, long> _values;

    private MemorySums(Dictionary<string, long> values) => _values = values;

    /// <summary>The value of a line, or 0 where there is none.</summary>
    public long this[string name] => _values.GetValueOrDefault(name);

    /// <summary>Reads the lines that hold sizes.</summary>
    public static MemorySums Parse(ReadOnlySpan<byte> text)
    {
        Dictionary<string, long> values = [];
        foreach (Range range in text.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = text[range];
            int colon = line.IndexOf((byte)':');
            if (colon > 0 && line.EndsWith(" kB"u8) && Utf8Parser.TryParse(line[(colon + 1)..].TrimStart(" \t"u8), out long kibibytes, out _) && kibibytes is >= 0 and <= long.MaxValue / 1024)
                values[System.Text.Encoding.ASCII.GetString(line[..colon])] = kibibytes * 1024;
        }

        return new MemorySums(values);
    }
}
