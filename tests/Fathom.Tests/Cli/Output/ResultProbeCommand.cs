using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.TestSupport;
using Fathom.Tests.Model.Conditions;
using Fathom.Tests.Render;

namespace Fathom.Tests.Cli.Output;

/// <summary>A verb that answers with a small table, and with losses when asked.</summary>
internal sealed class ResultProbeCommand : FathomCommand
{
    private readonly Switch _short = new("--short", "Answers with losses.");
    private readonly Switch _many = new("--many", "Answers with 25 rows.");
    private readonly OutputOptions _output;

    public ResultProbeCommand()
        : base("heap", "Answers with a small table.")
    {
        Add(_short);
        Add(_many);
        _output = new OutputOptions(this, OutputFeatures.All);
    }

    public override IReadOnlyList<Example> Examples => [new("fathom heap", "the answer")];

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputPlan plan = _output.Read(parsed, context).Bind(SampleResult.Shape with { IsSnapshot = true });
        ResultTable rows = _many.IsOn(parsed) ? SampleResult.Rows with { Rows = [.. Enumerable.Repeat(SampleResult.Rows.Rows[0], 25)] } : SampleResult.Rows;
        return new(plan.Publish(new CommandResult("heap", ["4711"], rows)
        {
            Header = ["Heap of MyApp"],
            Totals = SampleResult.Totals,
            Losses = _short.IsOn(parsed) ? SampleAnswer.Result.Losses : null,
            Notes = ["dead objects are included"],
            Trend = new TrendContext(ManualTime.Start, 4711, "MyApp", "dotnet MyApp.dll", 12.5, "before"),
        }));
    }
}
