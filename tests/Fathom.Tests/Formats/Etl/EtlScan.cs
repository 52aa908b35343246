using System.Globalization;
using Fathom.Formats.Etl.Buffers;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Goes through a Windows trace by its bytes alone, with no reader of Fathom but the one that inflates.</summary>
internal static class EtlScan
{
    private const int Head = 0x48;
    private const int ProcessorMask = 0x7FF;

    /// <summary>The buffers: their heads, and what is behind, inflated.</summary>
    public static IEnumerable<(byte[] Head, byte[] Content)> Buffers(byte[] file)
    {
        int size;
        for (int at = 0; at + Head <= file.Length; at += size)
        {
            size = BitConverter.ToInt32(file, at);
            int used = BitConverter.ToInt32(file, at + 0x30);
            used = used == 0 ? BitConverter.ToInt32(file, at + 4) : used;
            byte[] content = new byte[used - Head];
            if ((file[at + 0x34] & 0x40) != 0)
                Xpress.Inflate(file.AsSpan(at + Head, size - Head), content);
            else
                file.AsSpan(at + Head, content.Length).CopyTo(content);
            yield return (file[at..(at + Head)], content);
        }
    }

    /// <summary>The records of a buffer.</summary>
    public static IEnumerable<byte[]> Records(byte[] content)
    {
        int size;
        for (int at = 0; at + 8 <= content.Length && BitConverter.ToUInt32(content, at) != 0xFFFF_FFFF; at += (size + 7) & ~7)
        {
            size = BitConverter.ToUInt16(content, at + (content[at + 2] is 1 or 2 or 3 or 4 or 0x10 or 0x11 ? 4 : 0));
            yield return content[at..(at + size)];
        }
    }

    /// <summary>How many records of each kind there are on each processor.</summary>
    public static Dictionary<(string Kind, int Version, int Processor), int> Count(byte[] file)
    {
        Dictionary<(string, int, int), int> counts = [];
        foreach ((byte[] head, byte[] content) in Buffers(file))
        {
            int processor = BitConverter.ToUInt16(head, 0x28) & ProcessorMask;
            foreach (byte[] record in Records(content))
            {
                (string, int) kind = record[2] switch
                {
                    1 or 2 or 3 or 4 or 0x10 or 0x11 => (string.Create(CultureInfo.InvariantCulture, $"kernel {record[7]}/{record[6]}"),
                        record[0]),
                    0x0A or 0x0B or 0x14 or 0x15 => ($"class {new Guid(record.AsSpan(0x18, 16))}/{record[4]}", record[6]),
                    0x12 or 0x13 => ($"event {new Guid(record.AsSpan(0x18, 16))}/{BitConverter.ToUInt16(record, 0x28)}", record[0x2A]),
                    var other => ($"kind {other}", 0),
                };
                (string, int, int) key = (kind.Item1, kind.Item2, processor);
                counts[key] = counts.GetValueOrDefault(key) + 1;
            }
        }

        return counts;
    }
}
