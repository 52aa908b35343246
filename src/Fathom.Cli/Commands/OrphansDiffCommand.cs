using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Model.Results;
using Fathom.Query.Orphans;
using Fathom.Query.Sessions;
using Fathom.Render.Orphans;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom orphans diff A B</c>: what changed between two looks at a machine.</summary>
internal sealed class OrphansDiffCommand() : DiffViewCommand(
    "What changed between two looks at the memory of a machine: B minus A.", "The recording before.", "The recording after.", anyProcess: true, asksRuntime: false)
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom orphans diff before.fathom after.fathom", "what the machine gained, and which cases of no process are new"),
        new("fathom orphans diff before.fathom after.fathom --fail-if kind=unaccounted,delta_bytes=1GiB..", "ends with code 10 when memory that no counter names grew by 1 GiB"),
    ];

    protected override ResultShape Shape => OrphanShapes.Diff;

    protected override SubjectReader Reader => SubjectReader.Machine;

    protected override CommandResult Answer(QuerySession session, string[] subjects, CancellationToken stop)
    {
        OrphanReport report = new(session, stop);
        return new CommandResult("orphans diff", subjects, report.Diff(0, 1)) { Header = OrphanHeader.Of(report.Facts(0), report.Facts(1)) };
    }
}
