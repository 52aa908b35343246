namespace Fathom.Cli.Help;

/// <summary>The two-column layout of the help. Its width is fixed, so that the text is the same everywhere.</summary>
internal static class HelpText
{
    private const int Indent = 2;
    private const int SecondColumn = 28;
    private const int Width = 110;

    /// <summary>Writes a titled list of names and descriptions; nothing at all for an empty list.</summary>
    public static void WriteSection<T>(TextWriter to, string title, IEnumerable<T> items, Func<T, (string Name, string? Description)> describe)
    {
        bool first = true;
        foreach (T item in items)
        {
            if (first)
            {
                to.WriteLine();
                to.WriteLine($"{title}:");
                first = false;
            }

            (string name, string? description) = describe(item);
            WriteRow(to, name, description ?? "");
        }
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
    private static void WriteRow(TextWriter to, string name, string description)
    {
        to.Write(new string(' ', Indent));
        to.Write(name);
        int column = Indent + name.Length;
        if (column + 2 > SecondColumn)
        {
            to.WriteLine();
            column = 0;
        }

        foreach (string line in Wrap(description, Width - SecondColumn))
        {
            to.Write(new string(' ', SecondColumn - column));
            to.WriteLine(line);
            column = 0;
        }
    }
}
