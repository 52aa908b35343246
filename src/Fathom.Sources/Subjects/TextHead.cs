using System.Text.RegularExpressions;

namespace Fathom.Sources.Subjects;

/// <summary>Tells text from bytes.</summary>
internal static partial class TextHead
{
    private static ReadOnlySpan<byte> Utf16Mark => [0xFF, 0xFE];

    /// <summary>
    /// Whether the first line that is no comment is an event as <c>perf script</c> prints it: <c>name pid[/tid] [cpu] seconds: period event:</c>.
    /// Source: perf-script(1), with its usual fields.
    /// </summary>
    public static bool IsPerfScript(ReadOnlySpan<byte> head)
    {
        foreach (Range line in head.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> text = head[line].Trim(" \t\r"u8);
            if (!text.IsEmpty && text[0] != '#')
                return PerfEvent().IsMatch(System.Text.Encoding.Latin1.GetString(text));
        }

        return false;
    }

    [GeneratedRegex(@"^\S.*?\s+\d+(/\d+)?\s+(\[\d+\]\s+)?\d+\.\d+:\s+(\d+\s+)?\S+:", RegexOptions.CultureInvariant, 1000)]
    private static partial Regex PerfEvent();

    /// <summary>Whether the first bytes of a file read as UTF-8 without control characters, or begin as UTF-16.</summary>
    public static bool IsText(ReadOnlySpan<byte> head)
    {
        if (head.StartsWith(Utf16Mark))
            return true;
        while (!head.IsEmpty)
        {
            // A character that the end of the head cuts in two is fine.
            switch (System.Text.Rune.DecodeFromUtf8(head, out System.Text.Rune rune, out int length))
            {
                case System.Buffers.OperationStatus.NeedMoreData:
                    return true;
                case not System.Buffers.OperationStatus.Done:
                    return false;
            }

            if (System.Text.Rune.IsControl(rune) && rune.Value is not ('\t' or '\r' or '\n' or '\f' or '\e'))
                return false;
            head = head[length..];
        }

        return true;
    }
}
