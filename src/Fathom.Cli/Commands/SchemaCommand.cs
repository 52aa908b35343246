using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Help;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Schema;
using Fathom.Render.Formats;
using Fathom.Render.Output;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom schema [TABLE]</c>: the tables that a query may read; with <c>--json-of</c>, the form of an answer.</summary>
internal sealed class SchemaCommand : TableCommand
{
    private const string FormatOption = "--format";

    public const string Summary = "Lists the tables and columns that a query may read.";

    private readonly Argument<string?> _table = new("table") { Arity = ArgumentArity.ZeroOrOne, Description = "Only this table." };

    private readonly Option<string?> _jsonOf = OptionCatalog.Value(
        "--json-of", "VERB", "Shows instead the JSON Schema of what a verb or view writes with --format json, such as heap or 'heap diff'.");
    private readonly Func<Verb[]> _verbs;

    /// <summary>Declares the verb.</summary>
    /// <param name="verbs">Those whose answers it knows.</param>
    public SchemaCommand(Func<Verb[]> verbs)
        : base("schema", Summary)
    {
        _verbs = verbs;
        Add(_table);
        Add(_jsonOf);
        AddOutput(OutputFeatures.Rows | OutputFeatures.Top | OutputFeatures.File);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom schema heap_usage", "the columns of one table"),
        new("fathom schema --top 500", "all columns of all tables"),
        new("fathom schema --json-of 'heap diff'", "the JSON Schema of an answer, as in docs/json-schema"),
        new("fathom schema --format md", "the whole document, as in docs/schema.md"),
    ];

    protected override ResultShape? Shape => new(SchemaDocument.Columns().Columns);

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        Asked asked = new(parsed, context, Output);
        if (parsed.GetValue(_jsonOf) is { } path)
        {
            if (parsed.GetValue(_table) is { } table)
                throw FathomException.Usage($"'{table}' is a table, and '{_jsonOf.Name} {path}' names a verb.", "leave one of them out");
            DocumentWriter.Write(Answer(path, context), asked.Request.Target, context.OutStream);
            return new(ExitCode.Ok);
        }

        if (asked.Request.Target.Format != OutputFormat.Markdown || parsed.GetValue(_table) is not null)
            return base.RunAsync(parsed, context);
        DocumentWriter.Write(SchemaDocument.Render(), asked.Request.Target, context.OutStream);
        return new(ExitCode.Ok);
    }

    protected override TableAnswer Answer(Asked asked)
    {
        string? table = asked.Parsed.GetValue(_table);
        ResultTable columns = SchemaDocument.Columns(table);
        return columns.Rows.Count == 0 ? throw UnknownTable(table!) : new CommandResult(asked.Title, table is null ? [] : [table], columns);
    }

    /// <summary>The verbs and views whose answers have a JSON form, by their words.</summary>
    public static IEnumerable<(string Path, FathomCommand Verb, FathomCommand Command)> Answering(IEnumerable<Verb> verbs) => verbs.SelectMany(static verb =>
    {
        FathomCommand root = verb.Create();
        return Of(verb.Name, root).Where(static one => one.Command.Options.Any(static option => option.Name == FormatOption)).Select(one => (one.Path, root, one.Command));
    });

    private static IEnumerable<(string Path, FathomCommand Command)> Of(string path, FathomCommand command) =>
        command.Subcommands.OfType<FathomCommand>().SelectMany(view => Of($"{path} {view.Name}", view)).Prepend((path, command));

    private string Answer(string path, CommandContext context)
    {
        (string Path, FathomCommand Verb, FathomCommand Command)[] all = [.. Answering(_verbs())];
        if (Array.Find(all, one => one.Path == path) is { Path: not null } found)
            return JsonSchema.Of(found.Verb, found.Command, path, context);
        string? near = NearMiss.Find(path, all.Select(static one => one.Path));
        throw FathomException.Usage($"'{path}' in '{_jsonOf.Name} {path}' is not a verb or view that answers in JSON.", near is null ? "fathom --help lists the verbs" : $"did you mean '{near}'?");
    }

    private static FathomException UnknownTable(string table)
    {
        string[] tables = [.. SchemaDocument.Columns().Rows.Select(row => row[0].Text).Distinct()];
        string? near = NearMiss.Find(table, tables);
        return FathomException.Usage(
            $"There is no table '{table}'.",
            near is null ? $"the tables are {string.Join(", ", tables)}" : $"did you mean '{near}'? The tables are {string.Join(", ", tables)}");
    }
}
