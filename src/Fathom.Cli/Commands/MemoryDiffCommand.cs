using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Model.Memory;
using Fathom.Model.Results;
using Fathom.Query.Memory;
using Fathom.Query.Sessions;
using Fathom.Render.Memory;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom memory diff A B</c>: what changed between two looks at memory.</summary>
internal sealed class MemoryDiffCommand() : DiffViewCommand(
    "What changed between two looks at memory, per category: B minus A.", "The memory before: a pid, a process name, a recording, a core dump with its recording, or a CSV file of VMMap.", "The memory after.", anyProcess: true)
{
    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom memory diff before.fathom MyApp", "which kind of memory a running process gained since a saved look"),
        new("fathom memory diff a.fathom b.fathom --fail-if category=malloc,delta_bytes=10MiB..", "ends with code 10 when malloc grew by 10 MiB or more"),
    ];

    protected override ResultShape Shape => MemoryShapes.Diff;

    protected override SubjectReader Reader => SubjectReader.Memory();

    protected override CommandResult Answer(QuerySession session, string[] subjects, CancellationToken stop)
    {
        MemoryReport report = new(session, stop);
        MemoryFacts a = report.Facts(0), b = report.Facts(1);
        return new CommandResult("memory diff", subjects, report.Diff(0, a, 1, b)) { Header = MemoryHeader.Of(a, b) };
    }
}
