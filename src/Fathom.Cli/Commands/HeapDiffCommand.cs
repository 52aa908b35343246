using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom heap diff A B</c>: what changed between two heaps.</summary>
internal sealed class HeapDiffCommand : FathomCommand
{
    private readonly Argument<string> _a = new("a") { Description = "The heap before: a pid, a process name, a core dump or a recording." };
    private readonly Argument<string> _b = new("b") { Description = "The heap after." };
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public HeapDiffCommand()
        : base("diff", "What changed between two heaps, per type: B minus A.")
    {
        Add(_a);
        Add(_b);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: false);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap diff before.fathom MyApp", "what a running process gained since a saved snapshot"),
        new("fathom heap diff core.1 core.2 --where status=new", "types that only the second core dump has"),
        new("fathom heap diff old.fathom new.fathom --fail-if total.delta_size_bytes=10MiB..", "ends with code 10 when the heap grew by 10 MiB or more"),
    ];

    public override string Remarks =>
        "Ordered by the absolute change in bytes. All types of both sides take part, whatever --top shows.\n"
        + "status is new (only in B), vanished (only in A), changed or same; percents are of A.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(HeapShapes.Diff);
        string[] words = [parsed.GetValue(_a)!, parsed.GetValue(_b)!];
        Subject[] subjects = _source.Resolve(parsed, words);
        using SubjectRecording a = _source.Open(parsed, subjects[0], SubjectReader.Heap, request.Target.Force, context);
        using SubjectRecording b = _source.Open(parsed, subjects[1], SubjectReader.Heap, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(a.Reader, b.Reader);
        HeapReport report = new(session, context.Stop);
        return new(plan.Publish(new CommandResult("heap diff", words, report.Diff(0, 1))
        {
            Header = HeapHeader.Of(report.Facts(0), report.Facts(1)),
            Totals = report.DiffTotals(0, 1),
            Losses = report.Losses(0, 1),
            Notes = session.Notices,
        }));
    }
}
