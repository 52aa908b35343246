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

/// <summary><c>fathom serializers scaling</c>: how time and size grow with the number of objects.</summary>
internal sealed class SerializersScalingCommand : FathomCommand
{
    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, measures now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly SuitePlanOptions _plan;
    private readonly OutputOptions _output;

    public SerializersScalingCommand()
        : base("scaling", "How time and size grow with the number of objects: the exponent, what each object adds, and where it fails.")
    {
        Add(_recording);
        _plan = new SuitePlanOptions(this, counts: [100, 1000, 10_000, 100_000], cases: ["bookshelf"]);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        Add(_save);
        Add(_label);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers scaling", "books from 100 to 100,000"),
        new("fathom serializers scaling --serializer BinaryFormatter -n 1k,10k,100k,1M", "one of them up to a million"),
        new("fathom serializers scaling --case tweets --nesting 20", "texts that hold texts, up to twenty deep"),
        new("fathom serializers scaling --where superlinear=true", "those whose time grows faster than the number of objects"),
        new("fathom serializers scaling monday.fathom --columns +fixed_bytes,+last_exponent", "the header apart from the objects; the growth between the two largest sizes"),
    ];

    public override string Remarks =>
        "exponent is the slope of a line through the logarithms of size and time; above 1.1 it is superlinear. tenfold_ns is what ten times the largest size would take,\n"
        + "by the two largest. A size that would take longer than a request may is not tried: its result says what is to be expected.";

    /// <summary>The plan of a command line.</summary>
    public SuitePlan PlanOf(ParseResult parsed) => _plan.Read(parsed);

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        SuitePlan plan = PlanOf(parsed);
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan output = request.Bind(SerializerShapes.Scaling);
        string? path = parsed.GetValue(_recording);
        RecordingOptions storage = new(CommandText.Of(parsed))
        {
            Labels = KeyValues.Read(parsed, _label),
            Replace = request.Target.Force,
            Time = context.Time,
        };
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteRecording.MeasureAsync(plan, parsed.GetValue(_save), storage, context).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        SerializerReport report = new(session, context.Stop);
        return output.Publish(new CommandResult("serializers scaling", path is null ? [] : [path], RecordedNames.Choose(plan, report.Scaling(0), path)) { Missing = recording.Missing, Notes = [.. session.Notices, .. DialNotes.Of(report.Dials(0))] });
    }
}
