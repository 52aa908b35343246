using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers start</c>: what the first calls of a fresh process cost.</summary>
internal sealed class SerializersStartCommand : FathomCommand
{
    private const int UsualStarts = 20;

    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, starts processes now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly SerializerChoice _choice;
    private readonly CaseOptions _cases;
    private readonly Option<string?> _starts = OptionCatalog.Value("--starts", "N", "Fresh processes per serializer, which take turns; 20 by default.");
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly TargetOptions _targets;
    private readonly OutputOptions _output;

    public SerializersStartCommand()
        : base("start", "The first write and read of a fresh process, and the whole process: time, CPU, memory, compiled methods.")
    {
        Add(_recording);
        _choice = new SerializerChoice(this);
        // One small object, which every serializer takes: what is left is what first calls cost by themselves.
        _cases = new CaseOptions(this, counts: [1], cases: ["region"], otherwise: null);
        Add(_starts);
        _targets = new TargetOptions(this);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        Add(_save);
        Add(_label);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers start", "every serializer, beside a program that ends at once and one in C"),
        new("fathom serializers start --build jit,r2r --serializer 'System.Text.Json*,(empty*'", "what compiling ahead of time gains"),
        new("fathom serializers start --runtime 9.0 --build jit,r2r,aot", "NativeAOT too, for those that can"),
        new("fathom serializers start --columns +second_write_ns,+second_read_ns,+failed_loads", "what each further type costs, and loads that failed"),
        new("fathom serializers start --case log -n 100 --string-length 200", "with lines of a log whose texts are long"),
        new("fathom serializers start monday.fathom", "what was measured on Monday"),
    ];

    public override string Remarks =>
        "Time is from before the start of a process to after its end; CPU time is the kernel's (wait4), peak memory the program's own at\n"
        + "its end. first_write_ns holds the making of the serializer. Medians; wall_low_ns and wall_high_ns hold that of wall_ns with 95 % confidence.";

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan output = request.Bind(SerializerShapes.Starts);
        string? path = parsed.GetValue(_recording);
        SuitePlan plan = Plan(parsed);
        RecordingOptions storage = new(CommandText.Of(parsed))
        {
            Labels = KeyValues.Read(parsed, _label),
            Replace = request.Target.Force,
            Time = context.Time,
        };
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteCapture.StartAsync(plan, parsed.GetValue(_save), storage, SuiteRuns.Of(context)).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        SerializerReport report = new(session, context.Stop);
        return output.Publish(new CommandResult("serializers start", path is null ? [] : [path], RecordedNames.Choose(plan, report.Starts(0), path)) { Missing = recording.Missing, Notes = [.. session.Notices, .. DialNotes.Of(report.Dials(0))] });
    }

    private SuitePlan Plan(ParseResult parsed)
    {
        // A second type is started after it; a table of several first ones could not say which is which.
        PlannedCase[] cases = [.. _cases.Read(parsed, takesOne: true)];
        if (cases.Length != 1)
            throw FathomException.Usage($"A fresh process begins with one case, and these are {cases.Length}.", "give one --case, one -n and one --payload, and start again for the next");
        return _choice.AddTo(new SuitePlan
        {
            Targets = _targets.Read(parsed),
            Cases = cases,
            Starts = NumberText.Parse("--starts", parsed.GetValue(_starts), 1, 10_000, UsualStarts),
        }, parsed);
    }
}
