using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Orphans;
using Fathom.Query.Sessions;
using Fathom.Render.Orphans;

namespace Fathom.Cli.Commands.Memory;

/// <summary><c>fathom orphans diff A B</c>: what changed between two looks at a machine, or since a look.</summary>
internal sealed class OrphansDiffCommand : DiffViewCommand
{
    public OrphansDiffCommand()
        : base(
            "What changed between two looks at the memory of a machine: B minus A.",
            "The recording before.",
            "The recording after; left out, this machine now.",
            anyProcess: true,
            asksRuntime: false) => After.Arity = ArgumentArity.ZeroOrOne;

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom orphans diff before.fathom after.fathom", "what the machine gained, and which cases of no process are new"),
        new("fathom orphans diff before.fathom", "what this machine gained since that look"),
        new("fathom orphans diff before.fathom after.fathom --fail-if kind=unaccounted,delta_bytes=1GiB..", ExitText.EndsWhen("memory that no counter names grew by 1 GiB")),
    ];

    public override string Remarks => "A recording holds one look, so a comparison inside of one is not possible: 'fathom orphans -o FILE.csv --append' keeps many, for 'fathom watch --input'.";

    protected override ResultShape Shape => OrphanShapes.Diff;

    protected override SubjectReader Reader => SubjectReader.Machine;

    protected override SubjectRecording OpenNow(ParseResult parsed, OutputRequest request, CommandContext context) => Source.OpenMachine(parsed, request.Target.Force, context);

    protected override CommandResult Answer(QuerySession session, string[] subjects, RowRequest request, CancellationToken stop)
    {
        OrphanReport report = new(session, stop);
        return new CommandResult("orphans diff", subjects, report.Diff(0, 1, request)) { Header = OrphanHeader.Of(report.Facts(0), report.Facts(1)) };
    }
}
