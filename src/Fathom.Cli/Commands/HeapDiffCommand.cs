using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom heap diff A B</c>: what changed between two heaps.</summary>
internal sealed class HeapDiffCommand() : DiffViewCommand(
    "What changed between two heaps, per type: B minus A.", "The heap before: a pid, a process name, a core dump or a recording.", "The heap after.")
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap diff before.fathom MyApp", "what a running process gained since a saved snapshot"),
        new("fathom heap diff core.1 core.2 --where status=new", "types that only the second core dump has"),
        new("fathom heap diff old.fathom new.fathom --fail-if total.delta_size_bytes=10MiB..", "ends with code 10 when the heap grew by 10 MiB or more"),
    ];

    public override string Remarks =>
        "Ordered by the absolute change in bytes. All types of both sides take part, whatever --top shows.\n"
        + "status is new (only in B), vanished (only in A), changed or same; percents are of A.";

    protected override ResultShape Shape => HeapShapes.Diff;

    protected override SubjectReader Reader => SubjectReader.Heap;

    protected override CommandResult Answer(QuerySession session, string[] subjects, CancellationToken stop)
    {
        HeapReport report = new(session, stop);
        return new CommandResult("heap diff", subjects, report.Diff(0, 1))
        {
            Header = HeapHeader.Of(report.Facts(0), report.Facts(1)),
            Totals = report.DiffTotals(0, 1),
            Losses = report.Losses(0, 1),
        };
    }
}
