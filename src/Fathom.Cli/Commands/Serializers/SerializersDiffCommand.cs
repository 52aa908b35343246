using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Serializers;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers diff A B</c>: what changed between two measurements.</summary>
internal sealed class SerializersDiffCommand : SavedSuitesCommand
{
    private readonly Argument<string> _before = new("a") { Description = "The recording before." };
    private readonly Argument<string> _after = new("b") { Description = "The recording after." };
    private readonly Switch _sameMachine = BaselineOptions.SameMachine();

    public SerializersDiffCommand()
        : base("diff", "What became slower or faster between two measurements.")
    {
        Add(_before);
        Add(_after);
        Add(_sameMachine);
        AddOutput(showsAll: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers diff monday.fathom friday.fathom", "ratios with their bounds, what is certain first"),
        new("fathom serializers diff monday.fathom friday.fathom --fail-if verdict=slower", ExitText.EndsWhen("something is certainly slower")),
        new("fathom serializers diff monday.fathom friday.fathom --fail-if slower_percent=5..", "only when it is so by 5 % for certain"),
        new("fathom serializers diff monday.fathom friday.fathom --fail-if delta_size_bytes=1..", "when an output grew; sizes and allocations are exact"),
        new("fathom serializers diff monday.fathom friday.fathom --columns +delta_size_bytes,+delta_allocated_bytes,+reason", "with what else changed, and why a verdict is missing"),
    ];

    public override string Remarks =>
        "ratio is how many times as long it takes now. Its bounds hold all ratios of the two recordings together with 99 %; processes are counted, not samples. verdict: slower, faster,\n"
        + "no difference seen (a tenth would have been), inconclusive with the reason, failed or mended (what came back whole), new, vanished.";

    protected override string[] Paths(ParseResult parsed) => [parsed.GetValue(_before)!, parsed.GetValue(_after)!];

    protected override Question Ask(Asked asked) => new(BaselineShapes.Diff, inquiry => BaselineOptions.Answer(inquiry, asked.Has(_sameMachine)));
}
