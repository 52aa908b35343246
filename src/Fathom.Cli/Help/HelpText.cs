namespace Fathom.Cli.Help;

/// <summary>The layout of the help. Its width is fixed, so that the text is the same everywhere.</summary>
internal static class HelpText
{
    /// <summary>Columns of a line, at most.</summary>
    public const int Width = 80;

    /// <summary>A blank where no line ends.</summary>
    public const char Unbroken = '\u00a0';

    private const int Indent = 2;
    private const int WidestName = 20;

    /// <summary>Writes sentences; one behind a line feed begins a line of its own.</summary>
    public static void WriteText(TextWriter to, string text)
    {
        foreach (string paragraph in Paragraphs(text))
        {
            foreach (string line in Wrap(paragraph, Width))
                to.WriteLine(line);
        }
    }

    /// <summary>The paragraphs of a text: a line feed within a sentence is a blank, two of them end a paragraph that is a command.</summary>
    public static string[] Paragraphs(string text)
    {
        string[] lines = text.ReplaceLineEndings("\n").Split('\n');
        return string.Concat(lines.Select(static line => line.EndsWith('.') || line.Length == 0 ? $"{line}\n" : $"{line} ")).Replace(" \n", "\n", StringComparison.Ordinal).TrimEnd().Split('\n');
    }

    /// <summary>Writes a titled list of names and descriptions; nothing at all for an empty list.</summary>
    public static void WriteSection(TextWriter to, string title, IEnumerable<HelpRow> rows)
    {
        HelpRow[] all = [.. rows];
        if (all.Length == 0)
            return;
        to.WriteLine();
        to.WriteLine($"{title}:");
        int column = Indent + 2 + all.Max(static row => row.Name.Length <= WidestName ? row.Name.Length : 0);
        foreach (HelpRow row in all)
            WriteRow(to, row, Math.Max(column, Indent + 2 + Indent));
    }

    /// <summary>Breaks a text at blanks into lines of at most <paramref name="width"/> characters; a longer word stands alone.</summary>
    public static IEnumerable<string> Wrap(string text, int width)
    {
        int start = 0;
        while (text.Length - start > width)
        {
            int end = text.LastIndexOf(' ', start + width, width + 1);
            if (end <= start)
                end = text.IndexOf(' ', start + width);
            if (end < 0)
                break;
            yield return text[start..end];
            start = end + 1;
        }

        yield return text[start..];
    }

    // A long name gets a line of its own.
    private static void WriteRow(TextWriter to, HelpRow row, int second)
    {
        to.Write(new string(' ', Indent));
        to.Write(row.Name);
        int column = Indent + row.Name.Length;
        if (column + 2 > second)
        {
            to.WriteLine();
            column = 0;
        }

        foreach (string line in Wrap(row.Description, Width - second))
        {
            to.Write(new string(' ', second - column));
            to.WriteLine(line.Replace(Unbroken, ' '));
            column = 0;
        }
    }
}
