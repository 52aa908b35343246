using System.CommandLine;
using System.Text.RegularExpressions;
using Fathom.Cli;
using Fathom.Cli.Frame;
using Fathom.Cli.Help;
using Fathom.Cli.Hosting;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Tests.Cli.Hosting;
using Xunit;

namespace Fathom.Tests.Cli.Commands;

/// <summary>What holds for the help of every verb and view: that it fits a screen, tells its columns, and offers nothing that the verb refuses.</summary>
public sealed partial class HelpRulesTests
{
    private const int MostLines = 59;
    private const int LeastExamples = 2;

    public static TheoryData<string> Paths => HelpTests.Paths;

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task Help_has_less_than_60_lines_of_80_columns(string path)
    {
        string help = await HelpAsync(path);

        Assert.InRange(help.AsSpan().Count('\n'), 1, MostLines);
        Assert.All(help.Split('\n'), static line => Assert.InRange(line.Length, 0, HelpText.Width));
    }

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task All_of_the_help_describes_every_option_and_shows_every_example_within_80_columns(string path)
    {
        FathomCommand command = CommandOf(path);

        string help = await HelpAsync(path, "all");

        Assert.All(help.Split('\n'), static line => Assert.InRange(line.Length, 0, HelpText.Width));
        Assert.All(command.Options, option => Assert.Matches($@"\n  (-\w, )?{option.Name}( |\n)", help));
        Assert.All(command.Examples, example => Assert.Contains(example.CommandLine, help.Replace(" \\\n      ", " ", StringComparison.Ordinal), StringComparison.Ordinal));
    }

    // Five where five are to be told apart; mark, pack and the like have two.
    [Theory]
    [MemberData(nameof(Paths))]
    public async Task Help_shows_two_to_five_examples(string path)
    {
        string help = await HelpAsync(path);

        Assert.InRange(Regex.Count(help[help.IndexOf("\nExamples:", StringComparison.Ordinal)..], "\n  fathom "), LeastExamples, ExampleText.Usual);
    }

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task Help_lists_the_columns_and_totals_with_their_units(string path)
    {
        FathomCommand command = CommandOf(path);
        string help = await HelpAsync(path, "all");

        Assert.Contains("\nColumns", help, StringComparison.Ordinal);
        if (command.ColumnsText is not null)
            return;
        ResultShape shape = ShapeOf(command.Examples[0])!;
        string listed = Regex.Replace(help[help.IndexOf("\nColumns", StringComparison.Ordinal)..], @"\s+", " ");
        foreach (ResultColumn column in shape.Columns.Concat(shape.TotalsColumns.Where(static column => column.Name != ResultShape.TotalsKey)))
            Assert.Contains(ColumnText.UnitOf(column) is { } unit ? $" {column.Name} [{unit}]" : $" {column.Name}", listed, StringComparison.Ordinal);
        Assert.All(shape.TotalsRows, row => Assert.Contains(row, listed[listed.IndexOf(" totals ", StringComparison.Ordinal)..], StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Paths))]
    public void Every_example_is_a_command_line_that_its_verb_takes(string path) =>
        Assert.All(CommandOf(path).Examples, example => Bind(example));

    [Theory]
    [MemberData(nameof(Paths))]
    public async Task A_condition_in_the_text_of_an_option_is_one_that_the_verb_takes(string path)
    {
        FathomCommand command = CommandOf(path);
        string help = await HelpAsync(path, "all");
        if (ShapeOf(command.Examples[0]) is not { } shape)
            return;

        foreach (Option option in command.Options.Where(static option => option.Name is OutputOptions.WhereName or OutputOptions.FailIfName))
        {
            foreach (Match match in ConditionPattern().Matches(OptionText.Of(option, shape).Description))
            {
                Condition[] conditions = [Condition.Parse(option.Name, match.Value)];
                _ = option.Name == OutputOptions.WhereName ? (object)new RowFilter(conditions, shape) : new LimitCheck(conditions, shape);
                Assert.Contains(match.Value, Regex.Replace(help, @"\s+", " "), StringComparison.Ordinal);
            }
        }
    }

    // "fathom SUBJECT" is "fathom info SUBJECT", and an example may lead to a neighbour: what it names is what has to take it.
    private static ResultShape? ShapeOf(Example example)
    {
        (ParseResult parsed, FathomCommand command, CommandContext context) = Parse(example);
        return command.ShapeOf(parsed, context);
    }

    private static void Bind(Example example)
    {
        (ParseResult parsed, FathomCommand command, CommandContext context) = Parse(example);
        try
        {
            if (command.ShapeOf(parsed, context) is { } shape)
                Bind(parsed, command, shape);
        }
        catch (FathomException missing) when (missing.ExitCode == ExitCode.Target)
        {
            // A file that the example names is not here, which is said after the options were understood.
        }
    }

    private static void Bind(ParseResult parsed, FathomCommand command, ResultShape shape)
    {
        _ = new RowFilter(Conditions(OutputOptions.WhereName), shape);
        // Limits of a watch are about metrics, which its verdict has no columns for.
        if (command.Name != "watch")
            _ = new LimitCheck(Conditions(OutputOptions.FailIfName), shape);
        if (Given("--sort") is { } sort)
            _ = RowOrder.Parse(sort, shape);
        _ = ColumnChoice.Parse(Given("--columns"), shape, isForPeople: true);

        string? Given(string name) => command.Options.FirstOrDefault(option => option.Name == name) is Option<string?> option ? parsed.GetValue(option) : null;

        Condition[] Conditions(string name) => command.Options.FirstOrDefault(option => option.Name == name) is Option<string[]> option
            ? Array.ConvertAll(parsed.GetValue(option) ?? [], text => Condition.Parse(name, text))
            : [];
    }

    private static (ParseResult Parsed, FathomCommand Command, CommandContext Context) Parse(Example example)
    {
        string[] words = CommandText.Split(example.CommandLine);
        Assert.Equal("fathom", words[0]);
        string[] args = Array.Exists(VerbCatalog.All, verb => verb.Name == words[1]) ? words[1..] : ["info", .. words[1..]];
        Verb verb = Array.Find(VerbCatalog.All, verb => verb.Name == args[0])!;
        ParseResult parsed = CommandParser.Parse(verb.Create(), args);
        FathomCommand command = (FathomCommand)parsed.CommandResult.Command;
        ParseErrors.Check(args, parsed, command);
        return (parsed, command, new CommandContext(Stream.Null, TextWriter.Null, TimeProvider.System, TerminalFacts.Redirected, CancellationToken.None));
    }

    private static FathomCommand CommandOf(string path)
    {
        string[] words = path.Split(' ');
        Command command = Array.Find(VerbCatalog.All, verb => verb.Name == words[0])!.Create();
        foreach (string word in words[1..])
            command = command.Subcommands.Single(view => view.Name == word);
        return (FathomCommand)command;
    }

    private static async Task<string> HelpAsync(string path, params string[] more) =>
        (await HostRun.OfAsync(VerbCatalog.All, TerminalFacts.Redirected, [.. path.Split(' '), "--help", .. more], TestContext.Current.CancellationToken)).Out;

    [GeneratedRegex(@"[\w.]+=[^\s(),]+")]
    private static partial Regex ConditionPattern();
}
