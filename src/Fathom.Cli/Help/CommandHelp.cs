using System.CommandLine;
using Fathom.Cli.Verbs;

namespace Fathom.Cli.Help;

/// <summary>The help of one verb or view: usage, arguments, its own options, the general ones, examples.</summary>
internal static class CommandHelp
{
    /// <summary>Writes the help.</summary>
    /// <param name="to">Standard output.</param>
    /// <param name="command">The command.</param>
    /// <param name="path">The words that lead to it: <c>heap diff</c>.</param>
    public static void Write(TextWriter to, FathomCommand command, string path)
    {
        to.WriteLine($"Usage: fathom {path}{Usage(command)} [options]");
        to.WriteLine();
        to.WriteLine(command.Description);
        if (command.Remarks is { } remarks)
        {
            to.WriteLine();
            to.WriteLine(remarks);
        }

        IEnumerable<Option> own = command.Options.Where(option => !command.General.All.Contains(option));
        HelpText.WriteSection(to, "Views", command.Subcommands, view => (view.Name, view.Description));
        HelpText.WriteSection(to, "Arguments", command.Arguments, argument => (NameOf(argument), argument.Description));
        HelpText.WriteSection(to, "Options", own, Describe);
        HelpText.WriteSection(to, "General", command.General.All, Describe);
        HelpText.WriteSection(to, "Examples", command.Examples, example => (example.CommandLine, example.Purpose));
    }

    /// <summary>The name of an argument in usage lines and messages: upper case.</summary>
    public static string NameOf(Argument argument) => argument.HelpName ?? argument.Name.ToUpperInvariant();

    private static string Usage(Command command)
    {
        string usage = command.Subcommands.Count > 0 ? " [VIEW]" : "";
        foreach (Argument argument in command.Arguments)
        {
            string name = argument.Arity.MaximumNumberOfValues > 1 ? $"{NameOf(argument)}…" : NameOf(argument);
            usage += argument.Arity.MinimumNumberOfValues == 0 ? $" [{name}]" : $" {name}";
        }

        return usage;
    }

    private static (string Name, string? Description) Describe(Option option)
    {
        IEnumerable<string> names = option.Aliases.Append(option.Name).OrderBy(name => name.Length);
        string value = option.HelpName is { } helpName ? $" {helpName}" : "";
        return (string.Join(", ", names) + value, option.Description);
    }
}
