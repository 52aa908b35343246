using System.Buffers.Text;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Fathom.Files;
using Fathom.Model;

namespace Fathom.Formats.Marks;

/// <summary>
/// Marks that were set while something was recorded. The first line is <c>fathom marks 1</c>; then each mark is a line <c>TIME PID TEXT</c>: ns of CLOCK_MONOTONIC,
/// number of a process, and a text as JSON writes it. Whoever sets a mark appends its line with one write, so lines of several writers do not mix.
/// </summary>
public static class MarkFile
{
    /// <summary>The most characters of a text, so that its line is written at once.</summary>
    public const int MostChars = 500;

    /// <summary>The first line.</summary>
    public static ReadOnlySpan<byte> Head => "fathom marks 1\n"u8;

    private const int MostBytes = 16 << 20;

    /// <summary>A mark as a line.</summary>
    /// <exception cref="ArgumentException">The text is too long.</exception>
    public static byte[] Line(in Mark mark)
    {
        if (mark.Text.Length > MostChars)
            throw new ArgumentException($"A mark has at most {MostChars} characters.", nameof(mark));
        return Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{mark.TsNs} {mark.Pid} \"{JsonEncodedText.Encode(mark.Text)}\"\n"));
    }

    /// <summary>Reads a file.</summary>
    /// <exception cref="FathomException">It is no such file.</exception>
    public static MarkFileContent Read(string path)
    {
        byte[] bytes;
        long length;
        try
        {
            using FileStream file = RegularFile.OpenRead(path);
            length = file.Length;
            bytes = new byte[Math.Min(length, MostBytes)];
            file.ReadExactly(bytes);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{path}' cannot be read: {e.Message}", "check whether it is still there", e);
        }

        if (!bytes.AsSpan().StartsWith(Head))
            throw FathomException.Target($"'{path}' is not a file of marks.", "fathom record writes one next to the raw files of a recording");
        List<Mark> marks = [];
        int bad = 0;
        ReadOnlySpan<byte> text = bytes.AsSpan(Head.Length);
        foreach (Range range in text.Split((byte)'\n'))
        {
            if (text[range].IsEmpty)
                continue;
            if (range.End.GetOffset(text.Length) < text.Length && TryRead(text[range], out Mark mark))
                marks.Add(mark);
            else
                bad++;
        }

        return new MarkFileContent(marks, bad, length - bytes.Length);
    }

    /// <summary>Reads lines of a file that grows.</summary>
    /// <param name="bytes">From the begin of a line on; a last line that is not whole is left for later.</param>
    /// <param name="marks">Receives the marks; lines with mistakes are left out.</param>
    /// <returns>The bytes of whole lines.</returns>
    public static int ReadWhole(ReadOnlySpan<byte> bytes, List<Mark> marks)
    {
        int end = bytes.LastIndexOf((byte)'\n') + 1;
        ReadOnlySpan<byte> text = bytes[..end];
        foreach (Range range in text.Split((byte)'\n'))
        {
            if (TryRead(text[range], out Mark mark))
                marks.Add(mark);
        }

        return end;
    }

    private static bool TryRead(ReadOnlySpan<byte> line, out Mark mark)
    {
        mark = default;
        if (!Utf8Parser.TryParse(line, out long ns, out int used) || used >= line.Length || line[used] != (byte)' ')
            return false;
        line = line[(used + 1)..];
        if (!Utf8Parser.TryParse(line, out int pid, out used) || used >= line.Length || line[used] != (byte)' ')
            return false;
        try
        {
            Utf8JsonReader reader = new(line[(used + 1)..]);
            if (!reader.Read() || reader.TokenType != JsonTokenType.String)
                return false;
            mark = new Mark(ns, pid, reader.GetString()!);
            return !reader.Read();
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return false;
        }
    }
}
