using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Serializers;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers start</c>: what the first calls of a fresh process cost.</summary>
internal sealed class SerializersStartCommand : SuiteCommand
{
    private const int UsualStarts = 20;

    private readonly SerializerChoice _choice;
    private readonly CaseOptions _cases;
    private readonly Option<string?> _starts = OptionCatalog.Value("--starts", "N", "Fresh processes per serializer, which alternate; 20 by default.");
    private readonly TargetOptions _targets;

    public SerializersStartCommand()
        : base("start", "What the first write and read of a fresh process cost.", "starts processes")
    {
        _choice = new SerializerChoice(this);
        // One small object, which every serializer takes: what is left is what first calls cost by themselves.
        _cases = new CaseOptions(this, counts: [1], cases: ["region"], otherwise: null);
        Add(_starts);
        _targets = new TargetOptions(this);
        AddOutput();
        AddSave();
        AddLabel();
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers start", "every serializer, compared with a program that ends at once and one in C"),
        new("fathom serializers start --build jit,r2r --serializer 'System.Text.Json*,(empty*'", "what compiling ahead of time gains"),
        new("fathom serializers start --runtime 9.0 --build jit,r2r,aot", "NativeAOT too, for those that can"),
        new("fathom serializers start --columns +second_write_ns,+second_read_ns,+failed_loads", "what each further type costs, and loads that failed"),
        new("fathom serializers start --case log -n 100 --string-length 200", "with lines of a log whose texts are long"),
        new("fathom serializers start monday.fathom", "what was measured on Monday"),
    ];

    public override string Remarks =>
        "Time is from before the start of a process to after its end; CPU time is the kernel's (wait4), peak memory the program's own at\n"
        + "its end. first_write_ns holds the making of the serializer. Medians; wall_low_ns and wall_high_ns hold that of wall_ns with 95 % confidence.";

    protected override SuiteQuestion Ask(AskedSuite asked)
    {
        SuitePlan plan = Plan(asked.Parsed);
        return new SuiteQuestion(SerializerShapes.Starts, (save, storage, run) => SuiteCapture.StartAsync(plan, save, storage, run), inquiry =>
        {
            SerializerReport report = new(inquiry.Session, inquiry.Stop);
            return inquiry.Result(RecordedNames.Choose(plan.Names, report.Starts(0), asked.Path)) with { Notes = [.. DialNotes.Of(report.Dials(0))] };
        });
    }

    private SuitePlan Plan(ParseResult parsed)
    {
        // A second type is started after it; a table of several first ones could not say which is which.
        PlannedCase[] cases = [.. _cases.Read(parsed, takesOne: true)];
        if (cases.Length != 1)
            throw FathomException.Usage($"A fresh process starts with one case, and {cases.Length} were given.", "give one --case, one -n and one --payload, and start again for the next");
        return _choice.AddTo(new SuitePlan
        {
            Targets = _targets.Read(parsed),
            Cases = cases,
            Starts = NumberText.Parse("--starts", parsed.GetValue(_starts), 1, 10_000, UsualStarts),
        }, parsed);
    }
}
