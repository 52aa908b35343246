using System.CommandLine;
using System.CommandLine.Parsing;

namespace Fathom.Cli.Verbs;

/// <summary>The words that lead to a command: <c>heap diff</c>.</summary>
internal static class CommandPath
{
    /// <summary>The path of the command that was parsed.</summary>
    public static string Of(ParseResult parsed)
    {
        string path = parsed.CommandResult.Command.Name;
        for (CommandResult? above = parsed.CommandResult.Parent as CommandResult; above is not null; above = above.Parent as CommandResult)
            path = $"{above.Command.Name} {path}";
        return path;
    }
}
