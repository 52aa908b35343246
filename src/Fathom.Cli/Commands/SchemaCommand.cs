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
internal sealed class SchemaCommand : FathomCommand
{
    public const string Summary = "Lists the tables and columns that a query may read.";

    private readonly Argument<string?> _table = new("table") { Arity = ArgumentArity.ZeroOrOne, Description = "Only this table." };
    private readonly OutputOptions _output;

    public SchemaCommand()
        : base("schema", Summary)
    {
        Add(_table);
        _output = new OutputOptions(this, OutputFeatures.Rows | OutputFeatures.Top | OutputFeatures.File);
    }

    public override IReadOnlyList<Example> Examples =>
    [
        new("fathom schema heap_usage", "the columns of one table"),
        new("fathom schema --top 500", "all columns of all tables"),
        new("fathom schema --format md", "the whole document, as in docs/schema.md"),
    ];

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        string? table = parsed.GetValue(_table);
        ResultTable columns = SchemaDocument.Columns(table);
        if (columns.Rows.Count == 0)
            throw UnknownTable(table!);
        if (request.Target.Format == OutputFormat.Markdown && table is null)
        {
            DocumentWriter.Write(SchemaDocument.Render(), request.Target, context.OutStream);
            return new(ExitCode.Ok);
        }

        OutputPlan plan = request.Bind(new ResultShape(columns.Columns));
        return new(plan.Publish(new CommandResult("schema", table is null ? [] : [table], columns)));
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
