using Fathom.Cli.Verbs;

namespace Fathom.Cli.Help;

/// <summary>An example in the help: a command line to paste, and what it answers.</summary>
internal static class ExampleText
{
    private const int Indent = 2;
    private const int PurposeIndent = 6;

    /// <summary>Examples that the help shows; the others stand under <c>--help all</c>.</summary>
    public const int Usual = 5;

    /// <summary>Writes examples.</summary>
    public static void Write(TextWriter to, IEnumerable<Example> examples)
    {
        to.WriteLine();
        to.WriteLine("Examples:");
        foreach (Example example in examples)
        {
            foreach (string line in CommandLines(example.CommandLine, HelpText.Width - Indent))
                to.WriteLine($"{new string(' ', Indent)}{line}");
            foreach (string line in HelpText.Wrap(example.Purpose, HelpText.Width - PurposeIndent))
                to.WriteLine($"{new string(' ', PurposeIndent)}{line}");
        }
    }

    /// <summary>Breaks a command line between its words, in a way that a shell takes.</summary>
    public static IEnumerable<string> CommandLines(string command, int width)
    {
        const string goesOn = " \\", indent = "    ";
        int start = 0, end = -1;
        char quote = '\0';
        for (int i = 0; i < command.Length; i++)
        {
            int room = width - goesOn.Length - (start > 0 ? indent.Length : 0);
            if (i - start >= room && end > start && command.Length - start > room + goesOn.Length)
            {
                yield return $"{(start > 0 ? indent : "")}{command[start..end]}{goesOn}";
                start = end + 1;
            }

            quote = command[i] is '\'' or '"' ? quote == '\0' ? command[i] : quote == command[i] ? '\0' : quote : quote;
            if (command[i] == ' ' && quote == '\0')
                end = i;
        }

        yield return $"{(start > 0 ? indent : "")}{command[start..]}";
    }
}
