using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Serializers;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom serializers</c>: which serializer for which data.</summary>
internal sealed class SerializersCommand : FathomCommand
{
    public const string Summary = "Compares serializers: correct, small, fast, quick to start, safe.";

    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, measures now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly SuitePlanOptions _plan;
    private readonly OutputOptions _output;

    public SerializersCommand()
        : base("serializers", Summary)
    {
        Add(_recording);
        _plan = new SuitePlanOptions(this);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        Add(_save);
        Add(_label);
        Add(new SerializersListCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers --quick", "an answer in under two minutes"),
        new("fathom serializers --case bookshelf -n 1,100,10k --payload 0,1k", "one case at several sizes"),
        new("fathom serializers --serializer 'System.Text.Json*,Newtonsoft*' --lane stream,byte[]", "two libraries in two lanes"),
        new("fathom serializers --save monday.fathom", "keeps every sample; fathom serializers monday.fathom shows them again"),
        new("fathom serializers --quick --columns +serialize_low_ns,+serialize_high_ns", "with the bounds of 95 % confidence"),
    ];

    public override string Remarks =>
        "Each serializer is a program of its own, built when it is first needed. Nothing is timed that did not come back whole in the same process.\n"
        + "A rank with = is a tie: the bounds of confidence overlap. docs/serializers.md says how everything is measured.";

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        SuitePlan plan = _plan.Read(parsed);
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan output = request.Bind(SerializerShapes.Comparison);
        string? path = parsed.GetValue(_recording);
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteRecording.MeasureAsync(plan, parsed.GetValue(_save), Storage(parsed, request, context), context).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        SerializerReport report = new(session, context.Stop);
        return output.Publish(new CommandResult("serializers", path is null ? [] : [path], report.Comparison(0)) { Notes = session.Notices });
    }

    private RecordingOptions Storage(ParseResult parsed, OutputRequest request, CommandContext context) =>
        new($"fathom {string.Join(' ', parsed.Tokens.Select(static token => token.Value))}")
        {
            Labels = KeyValues.Read(parsed, _label),
            Replace = request.Target.Force,
            Time = context.Time,
        };
}
