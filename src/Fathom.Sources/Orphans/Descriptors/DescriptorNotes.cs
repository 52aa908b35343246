using System.Buffers.Text;

namespace Fathom.Sources.Orphans.Descriptors;

/// <summary>What <c>/proc/PID/fdinfo/N</c> says, one <c>name:\tvalue</c> per line.</summary>
/// <param name="CanRead">Whether it was opened for reading.</param>
/// <param name="InFlightCount">Descriptors that wait in this socket to be received.</param>
/// <param name="MapId">Number of a BPF map; 0 for other descriptors.</param>
/// <param name="MapType">Kind of BPF map.</param>
/// <param name="MapBytes">Memory of a BPF map, as the kernel counts it.</param>
internal readonly record struct DescriptorNotes(bool CanRead, int InFlightCount, long MapId, long MapType, long MapBytes)
{
    private const long AccessMode = 3;
    private const long WriteOnly = 1;

    /// <summary>Reads the lines that are known; others are skipped.</summary>
    public static DescriptorNotes Parse(ReadOnlySpan<byte> text)
    {
        DescriptorNotes notes = new(CanRead: true, 0, 0, 0, 0);
        foreach (Range range in text.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = text[range];
            int colon = line.IndexOf((byte)':');
            if (colon < 0)
                continue;
            ReadOnlySpan<byte> name = line[..colon], value = line[(colon + 1)..].Trim(" \t"u8);
            if (name.SequenceEqual("flags"u8))
                notes = notes with { CanRead = (Octal(value) & AccessMode) != WriteOnly };
            else if (name.SequenceEqual("scm_fds"u8))
                notes = notes with { InFlightCount = (int)Math.Min(Number(value), int.MaxValue) };
            else if (name.SequenceEqual("map_id"u8))
                notes = notes with { MapId = Number(value) };
            else if (name.SequenceEqual("map_type"u8))
                notes = notes with { MapType = Number(value) };
            else if (name.SequenceEqual("memlock"u8))
                notes = notes with { MapBytes = Number(value) };
        }

        return notes;
    }

    private static long Number(ReadOnlySpan<byte> value) => Utf8Parser.TryParse(value, out long number, out _) ? Math.Max(0, number) : 0;

    private static long Octal(ReadOnlySpan<byte> value)
    {
        long number = 0;
        foreach (byte digit in value)
        {
            if (digit is < (byte)'0' or > (byte)'7')
                break;
            number = ((number << 3) | (long)(digit - '0')) & int.MaxValue;
        }

        return number;
    }
}
