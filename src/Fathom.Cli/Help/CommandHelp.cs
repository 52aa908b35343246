using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;

namespace Fathom.Cli.Help;

/// <summary>The help of one verb or view: what it tells, its options, its columns with units, examples.</summary>
internal static class CommandHelp
{
    /// <summary>Writes the help.</summary>
    /// <param name="context">Where to.</param>
    /// <param name="verb">The verb.</param>
    /// <param name="command">The verb, or the view of it that is meant.</param>
    /// <param name="path">The words that lead to it: <c>heap diff</c>.</param>
    /// <param name="isWhole">Whether all options are described and all examples shown, not those only that the command is about.</param>
    public static void Write(CommandContext context, FathomCommand verb, FathomCommand command, string path, bool isWhole)
    {
        TextWriter to = context.Out;
        ResultShape? shape = ExampleShape.Of(verb, command, context);
        to.WriteLine($"Usage: fathom {path}{OptionText.Usage(command)} [options]");
        to.WriteLine();
        HelpText.WriteText(to, command.Description ?? "");
        WriteRemarks(to, command.Remarks);
        WriteRemarks(to, isWhole ? command.Details : null);

        IEnumerable<Option> own = command.Options.Where(option => !command.Groups.Any(group => group.Options.Contains(option)));
        HelpText.WriteSection(to, "Views", command.Subcommands.Select(static view => new HelpRow(view.Name, view.Description ?? "")));
        HelpText.WriteSection(to, "Arguments", command.Arguments.Select(static argument => new HelpRow(OptionText.NameOf(argument), argument.Description ?? "")));
        HelpText.WriteSection(to, "Options", own.Select(option => OptionText.Of(option, shape)));
        if (isWhole)
        {
            foreach (OptionGroup group in command.Groups)
                HelpText.WriteSection(to, $"{group.Title} options", group.Options.Select(option => OptionText.Of(option, shape)));
        }
        else
        {
            HelpText.WriteSection(to, $"More options, which 'fathom {path} --help all' describes", command.Groups.Select(NamesOf));
        }

        if (shape is not null)
            HelpText.WriteSection(to, "Columns, with their units (n: a number of things)", ColumnText.Of(shape, isWhole));
        else if (command.ColumnsText is { } columns)
            HelpText.WriteText(to, $"\nColumns: {columns}");
        ExampleText.Write(to, isWhole ? command.Examples : command.Examples.Take(ExampleText.Usual));
    }

    private static HelpRow NamesOf(OptionGroup group) => new(group.Title, string.Join(' ', group.Options.Select(static option => option.Name)));

    private static void WriteRemarks(TextWriter to, string? remarks)
    {
        if (remarks is null)
            return;
        to.WriteLine();
        HelpText.WriteText(to, remarks);
    }
}
