using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Help;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;

namespace Fathom.Cli.Completion;

/// <summary>What may stand behind an option: the words that its placeholder lists, columns of the answer, or a file.</summary>
internal static class OptionValues
{
    // Where a value begins with none of these it is a number, a time or a text, which nobody can foresee.
    private static readonly string[] s_files = ["FILE", "DIR", "FOLDER", "RECORDING"];

    /// <summary>The candidates.</summary>
    public static Candidates Of(Option option, FathomCommand verb, FathomCommand command, CommandContext context)
    {
        string value = option.HelpName ?? "";
        if (option.Name is OutputOptions.WhereName or OutputOptions.FailIfName)
            return new(Columns(verb, command, context, static column => $"{column.Name}="), TakesFiles: false);
        if (option.Name == OutputOptions.SortName)
            return new(Columns(verb, command, context, static column => column.Name), TakesFiles: false);
        if (option.Name == OutputOptions.ColumnsName)
            return new(Columns(verb, command, context, static column => $"+{column.Name}"), TakesFiles: false);
        return char.IsLower(value.FirstOrDefault())
            ? new(value.Split('|', ',').Select(static word => new Candidate(word, "")), TakesFiles: false)
            : new([], TakesFiles: s_files.Any(file => value.Contains(file, StringComparison.Ordinal)));
    }

    private static IEnumerable<Candidate> Columns(FathomCommand verb, FathomCommand command, CommandContext context, Func<ResultColumn, string> text) =>
        ExampleShape.Of(verb, command, context) is { } shape ? shape.Columns.Select(column => new Candidate(text(column), ColumnText.UnitOf(column) ?? "")) : [];
}
