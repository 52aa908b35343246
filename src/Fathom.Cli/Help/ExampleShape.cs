using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;

namespace Fathom.Cli.Help;

/// <summary>The columns that the help shows: those that the first example of a command would answer with.</summary>
internal static class ExampleShape
{
    /// <summary>The columns, or null where only the answer knows them.</summary>
    /// <param name="verb">The verb.</param>
    /// <param name="command">The verb, or the view of it that is meant.</param>
    /// <param name="context">The run.</param>
    public static ResultShape? Of(FathomCommand verb, FathomCommand command, CommandContext context)
    {
        string[] words = CommandText.Split(command.Examples[0].CommandLine);
        ParseResult parsed = CommandParser.Parse(verb, words[1..]);
        return parsed.CommandResult.Command == command ? command.ShapeOf(parsed, context) : null;
    }
}
