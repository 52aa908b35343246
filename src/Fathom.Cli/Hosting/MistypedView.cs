using System.CommandLine;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Hosting;

/// <summary>Tells a mistyped view from a subject: both are the first word behind a verb.</summary>
internal static class MistypedView
{
    /// <summary>That the first word behind the verb was meant as a view; null where it can be meant as a subject only.</summary>
    public static FathomException? Of(ParseResult parsed, FathomCommand command)
    {
        string? word = command.Arguments.SelectMany(argument => parsed.GetResult(argument)?.Tokens ?? []).FirstOrDefault()?.Value ?? (parsed.UnmatchedTokens is [var unmatched, ..] ? unmatched : null);
        return word is not null && !SubjectWord.IsSubject(word) && Near(word, command) is not null ? Unknown(CommandPath.Of(parsed), word, command) : null;
    }

    /// <summary>That a verb has no such view.</summary>
    /// <param name="path">The verb, or the view above.</param>
    /// <param name="word">What was taken for a view.</param>
    /// <param name="command">The verb, or the view above.</param>
    public static FathomException Unknown(string path, string word, Command command)
    {
        string list = command.Subcommands.Count > 0 ? $"'fathom {path} --help' lists the views" : $"it has no views: fathom {path} --help";
        return FathomException.Usage($"'fathom {path}' has no view '{word}'.", Near(word, command) is { } near ? $"did you mean 'fathom {path} {near}'? {list}" : list);
    }

    private static string? Near(string word, Command command) => NearMiss.Find(word, command.Subcommands.Select(static view => view.Name));
}
