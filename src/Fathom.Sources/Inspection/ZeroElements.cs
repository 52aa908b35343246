using System.Runtime.InteropServices;

namespace Fathom.Sources.Inspection;

/// <summary>Counts elements of arrays that are null or zero.</summary>
internal static class ZeroElements
{
    /// <summary>Counts them.</summary>
    /// <param name="content">Whole elements.</param>
    /// <param name="elementSize">Bytes of an element.</param>
    public static int Count(ReadOnlySpan<byte> content, int elementSize) => elementSize switch
    {
        1 => content.Count((byte)0),
        2 => MemoryMarshal.Cast<byte, ushort>(content).Count((ushort)0),
        4 => MemoryMarshal.Cast<byte, uint>(content).Count(0u),
        8 => MemoryMarshal.Cast<byte, ulong>(content).Count(0ul),
        _ => OfStructs(content, elementSize),
    };

    private static int OfStructs(ReadOnlySpan<byte> content, int elementSize)
    {
        int count = 0;
        for (int at = 0; at + elementSize <= content.Length; at += elementSize)
        {
            if (!content.Slice(at, elementSize).ContainsAnyExcept((byte)0))
                count++;
        }

        return count;
    }
}
