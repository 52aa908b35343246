using System.CommandLine;
using Fathom.Cli.Output;
using Fathom.Model.Results;

namespace Fathom.Cli.Help;

/// <summary>Options and arguments in texts for users.</summary>
internal static class OptionText
{
    /// <summary>The name of an argument in usage lines and messages: upper case.</summary>
    public static string NameOf(Argument argument) => argument.HelpName ?? argument.Name.ToUpperInvariant();

    /// <summary>What follows the words of a command: its arguments.</summary>
    public static string Usage(Command command)
    {
        string usage = command.Subcommands.Count > 0 ? " [VIEW]" : "";
        foreach (Argument argument in command.Arguments)
        {
            string name = argument.Arity.MaximumNumberOfValues > 1 ? $"{NameOf(argument)}…" : NameOf(argument);
            usage += argument.Arity.MinimumNumberOfValues == 0 ? $" [{name}]" : $" {name}";
        }

        return usage;
    }

    /// <summary>The names of an option, the short one first.</summary>
    public static IEnumerable<string> NamesOf(Option option) => option.Aliases.Append(option.Name).OrderBy(static name => name.Length);

    /// <summary>An option with its value, and what it does.</summary>
    /// <param name="option">The option.</param>
    /// <param name="shape">The columns of the answer, which conditions are about.</param>
    public static HelpRow Of(Option option, ResultShape? shape)
    {
        string value = option.HelpName is { } helpName ? $" {helpName}" : "";
        string description = option.Description ?? "";
        string? condition = shape is null ? null : option.Name switch
        {
            OutputOptions.WhereName => ConditionExample.OfRows(shape),
            OutputOptions.FailIfName => ConditionExample.OfLimits(shape),
            _ => null,
        };
        return new HelpRow(string.Join(", ", NamesOf(option)) + value, condition is null ? description : $"{description.TrimEnd('.')} ({condition}).");
    }
}
