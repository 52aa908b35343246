using System.Buffers.Binary;

namespace Fathom.Tests.Sources.Traces.Damage;

/// <summary>Where a trace has numbers that say how long something is, or could be taken for that. Found by other means than the readers'.</summary>
internal static class LengthFields
{
    private const int Word = 4;
    private const int HeadOfBlock = 40;
    private static readonly string[] s_names = ["Trace", "EventBlock", "MetadataBlock", "StackBlock", "SPBlock"];
    private static readonly byte[][] s_objects = [.. s_names.Select(static name => (byte[])[.. System.Text.Encoding.ASCII.GetBytes(name), 6])];

    /// <summary>Those of a recording of perf: of its head, of records and of what is in them, and of the sections behind.</summary>
    public static List<(int Place, int Bytes)> OfPerf(byte[] content)
    {
        List<(int, int)> found = [];
        bool isPipe = U64(content, 8) == 16;
        int start = isPipe ? 16 : (int)U64(content, 40);
        long end = isPipe || U64(content, 48) == 0 ? content.Length : Math.Min(content.Length, start + (long)U64(content, 48));
        for (int at = 8; at + Word <= Math.Min(start, content.Length); at += 8)
            found.Add((at, Word));
        for (int at = start; at + 8 <= end;)
        {
            int size = BinaryPrimitives.ReadUInt16LittleEndian(content.AsSpan(at + 6));
            found.Add((at + 6, 2));
            if (size < 8 || at + size > end)
                break;
            Likely(content, at + 8, at + size, found);
            at += size;
        }

        Likely(content, (int)end, content.Length, found);
        return found;
    }

    /// <summary>Those of a stream of runtime events: of the objects and their names, the first bytes of each block, and numbers that fit what follows them.</summary>
    public static List<(int Place, int Bytes)> OfEvents(byte[] content)
    {
        List<(int, int)> found = [];
        foreach (byte[] name in s_objects)
        {
            for (int at = content.AsSpan().IndexOf(name); at >= 0;)
            {
                int behind = at + name.Length;
                found.Add((at - Word, Word));
                for (int place = behind; place < Math.Min(behind + HeadOfBlock, content.Length - Word); place++)
                    found.Add((place, Word));
                int next = content.AsSpan(behind).IndexOf(name);
                at = next < 0 ? -1 : behind + next;
            }
        }

        if (content.AsSpan().StartsWith("!FastSerialization"u8) || content.AsSpan(Word).StartsWith("!FastSerialization"u8))
            Likely(content, 0, content.Length, found);
        return found;
    }

    private static void Likely(byte[] content, int start, int end, List<(int, int)> found)
    {
        for (int at = start; at + Word <= end; at += Word)
        {
            if (BinaryPrimitives.ReadUInt32LittleEndian(content.AsSpan(at)) is > 0 and var value && value <= (uint)(end - at))
                found.Add((at, Word));
        }
    }

    private static ulong U64(byte[] content, int at) => BinaryPrimitives.ReadUInt64LittleEndian(content.AsSpan(at));
}
