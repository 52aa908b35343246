using Fathom.Cli.Verbs;

namespace Fathom.Cli.Help;

/// <summary><c>fathom help WORD</c>: the commands for a word that is no verb, and the verbs and views whose help mentions it.</summary>
/// <param name="verbs">All verbs.</param>
internal sealed class HelpSearch(Verb[] verbs)
{
    private const int Most = 12;

    /// <summary>Writes what is found.</summary>
    /// <param name="to">Where to.</param>
    /// <param name="word">The word.</param>
    /// <returns>False where nothing is, and nothing was written.</returns>
    public bool Write(TextWriter to, string word)
    {
        HelpRow[] known = [.. Topics.Of(word).Select(static topic => new HelpRow($"fathom {topic.Command}", topic.Answer))];
        // What its own sentence is about comes first.
        HelpRow[] found =
        [
            .. verbs.SelectMany(static verb => Commands(verb.Create(), verb.Name))
                .Select(command => (command.Path, command.Command, Rank: Rank(command.Command, command.Path, word)))
                .Where(static command => command.Rank > 0)
                .OrderByDescending(static command => command.Rank)
                .Select(static command => new HelpRow(command.Path, command.Command.Description ?? "")),
        ];
        if (known.Length == 0 && found.Length == 0)
            return false;
        if (known.Length > 0)
            to.WriteLine($"For '{word}':");
        foreach (HelpRow row in known)
            to.WriteLine($"  {row.Name}\n      {row.Description}");
        HelpText.WriteSection(to, $"Help that mentions '{word}'", found.Take(Most));
        if (found.Length > Most)
            to.WriteLine($"… {found.Length - Most} more");
        to.WriteLine();
        HelpText.WriteText(to, "'fathom help VERB [VIEW]' shows the help of one.");
        return true;
    }

    private static IEnumerable<(string Path, FathomCommand Command)> Commands(FathomCommand command, string path) =>
        command.Subcommands.OfType<FathomCommand>().SelectMany(view => Commands(view, $"{path} {view.Name}")).Prepend((path, command));

    private static int Rank(FathomCommand command, string path, string word)
    {
        bool Has(string? text) => text?.Contains(word, StringComparison.OrdinalIgnoreCase) == true;
        return Has(path) || Has(command.Description) ? 3
            : command.Options.Any(option => Has(option.Name) || Has(option.Description)) ? 2
            : command.Examples.Any(example => Has(example.CommandLine) || Has(example.Purpose)) || Has(command.Remarks) ? 1
            : 0;
    }
}
