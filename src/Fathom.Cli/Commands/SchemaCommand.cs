using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Schema;
using Fathom.Render.Formats;
using Fathom.Render.Output;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom schema [TABLE]</c>: the tables that a query may read.</summary>
internal sealed class SchemaCommand : TableCommand
{
    public const string Summary = "Lists the tables and columns that a query may read.";

    private readonly Argument<string?> _table = new("table") { Arity = ArgumentArity.ZeroOrOne, Description = "Only this table." };

    public SchemaCommand()
        : base("schema", Summary)
    {
        Add(_table);
        AddOutput(OutputFeatures.Rows | OutputFeatures.Top | OutputFeatures.File);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom schema heap_usage", "the columns of one table"),
        new("fathom schema --top 500", "all columns of all tables"),
        new("fathom schema --format md", "the whole document, as in docs/schema.md"),
    ];

    protected override ResultShape? Shape => new(SchemaDocument.Columns().Columns);

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        Asked asked = new(parsed, context, Output);
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

    private static FathomException UnknownTable(string table)
    {
        string[] tables = [.. SchemaDocument.Columns().Rows.Select(row => row[0].Text).Distinct()];
        string? near = NearMiss.Find(table, tables);
        return FathomException.Usage(
            $"There is no table '{table}'.",
            near is null ? $"the tables are {string.Join(", ", tables)}" : $"did you mean '{near}'? The tables are {string.Join(", ", tables)}");
    }
}
