using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Capture;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers across A B…</c>: several measurements in one view.</summary>
internal sealed class SerializersAcrossCommand : FathomCommand
{
    private readonly Argument<string[]> _recordings = new("recordings") { Description = "Two saved recordings or more.", Arity = ArgumentArity.OneOrMore };
    private readonly OutputOptions _output;

    public SerializersAcrossCommand()
        : base("across", "Several measurements in one view: each serializer across runtimes, machines and days.")
    {
        Add(_recordings);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append) { TopByDefault = null };
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers across monday.fathom friday.fathom laptop.fathom", "a row per serializer and recording, the oldest first"),
        new("fathom serializers across monday.fathom friday.fathom --where serializer=System.Text.Json --columns +version,+size_bytes", "one of them, with its version"),
        new("fathom serializers across monday.fathom friday.fathom -o across.csv", "for a plot over days"),
    ];

    public override string Remarks =>
        "Ranks are those within a recording. Times of two recordings may differ for the day alone: 'fathom serializers diff' says what is certain.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputPlan output = _output.Read(parsed, context).Bind(BaselineShapes.Across);
        string[] paths = parsed.GetValue(_recordings)!;
        if (paths.Length < 2)
            throw FathomException.Usage("One recording has nothing to stand beside.", $"fathom serializers {paths[0]}, or fathom serializers across {paths[0]} OTHER.fathom");
        List<SuiteRecording> recordings = [];
        try
        {
            foreach (string path in paths)
                recordings.Add(BaselineOptions.OpenMeasured(path));
            using QuerySession session = QuerySession.Open([.. recordings.Select(static one => one.Reader)]);
            ResultTable rows = new SerializerReport(session, context.Stop).Across();
            return new(output.Publish(new CommandResult("serializers across", paths, rows) { Notes = [.. session.Notices.Distinct()] }));
        }
        finally
        {
            foreach (SuiteRecording one in recordings)
                one.Dispose();
        }
    }
}
