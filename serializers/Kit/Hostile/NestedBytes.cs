using System.Diagnostics.CodeAnalysis;

namespace Fathom.Serializers.Kit.Hostile;

/// <summary>
/// Finds in a serializer's own bytes of objects in each other what every further depth adds before and behind, and repeats it, so that nesting is made
/// without knowing the format and deeper than the writer itself goes.
/// </summary>
public static class NestedBytes
{
    /// <summary>Makes the bytes of a depth.</summary>
    /// <param name="samples">The bytes of the depths 1, 2, 3 and 4.</param>
    /// <param name="depth">The depth to make.</param>
    /// <param name="nested">The bytes.</param>
    /// <returns>False when a further depth is no repetition, as where lengths stand before contents.</returns>
    public static bool TryRepeat(IReadOnlyList<byte[]> samples, int depth, [NotNullWhen(true)] out byte[]? nested)
    {
        nested = null;
        ReadOnlySpan<byte> two = samples[1], three = samples[2], four = samples[3];
        int added = three.Length - two.Length;
        if (added <= 0 || four.Length - three.Length != added)
            return false;
        int start = two.CommonPrefixLength(three);
        for (int before = added; before >= 0; before--)
        {
            // three = two[..start] + opening + two[start..end] + closing + two[end..]
            int behind = added - before;
            if (start + before > three.Length)
                continue;
            for (int end = start; end <= two.Length; end++)
            {
                if (!two[end..].SequenceEqual(three[(end + added)..]) || !two[start..end].SequenceEqual(three.Slice(start + before, end - start)))
                    continue;
                byte[] candidate = Build(two, three.Slice(start, before), start, end, three.Slice(end + before, behind), 2);
                if (!candidate.AsSpan().SequenceEqual(four))
                    continue;
                nested = Build(two, three.Slice(start, before), start, end, three.Slice(end + before, behind), depth - 2);
                return true;
            }
        }

        return false;
    }

    private static byte[] Build(ReadOnlySpan<byte> two, ReadOnlySpan<byte> opening, int start, int end, ReadOnlySpan<byte> closing, int times)
    {
        byte[] all = new byte[two.Length + (times * (opening.Length + closing.Length))];
        Span<byte> rest = all;
        two[..start].CopyTo(rest);
        rest = rest[start..];
        for (int i = 0; i < times; i++, rest = rest[opening.Length..])
            opening.CopyTo(rest);
        two[start..end].CopyTo(rest);
        rest = rest[(end - start)..];
        for (int i = 0; i < times; i++, rest = rest[closing.Length..])
            closing.CopyTo(rest);
        two[end..].CopyTo(rest);
        return all;
    }
}
