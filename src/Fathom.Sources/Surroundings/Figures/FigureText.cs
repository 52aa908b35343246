using System.Buffers.Text;

namespace Fathom.Sources.Surroundings.Figures;

/// <summary>Takes texts of the kernel apart without copies.</summary>
internal static class FigureText
{
    /// <summary>Takes the next line, without its end.</summary>
    /// <param name="text">What is left.</param>
    /// <param name="line">The line.</param>
    /// <returns>False at the end.</returns>
    public static bool NextLine(ref ReadOnlySpan<byte> text, out ReadOnlySpan<byte> line)
    {
        line = default;
        if (text.IsEmpty)
            return false;
        int end = text.IndexOf((byte)'\n');
        line = end < 0 ? text : text[..end];
        text = end < 0 ? default : text[(end + 1)..];
        return true;
    }

    /// <summary>Takes the next word; empty at the end.</summary>
    /// <param name="line">What is left.</param>
    public static ReadOnlySpan<byte> NextWord(ref ReadOnlySpan<byte> line)
    {
        line = line.TrimStart(" \t"u8);
        int end = line.IndexOfAny((byte)' ', (byte)'\t');
        ReadOnlySpan<byte> word = end < 0 ? line : line[..end];
        line = line[word.Length..];
        return word;
    }

    /// <summary>A number that is all of a word and not below 0; null for anything else.</summary>
    public static long? Number(ReadOnlySpan<byte> word) =>
        Utf8Parser.TryParse(word, out long value, out int length) && length == word.Length && value >= 0 && word[0] != (byte)'+'
            ? value
            : null;

    /// <summary>The next word as a number.</summary>
    public static long? NextNumber(ref ReadOnlySpan<byte> line) => Number(NextWord(ref line));
}
