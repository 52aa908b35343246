using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;
using Fathom.Query.Strings;
using Fathom.Render.Heap;
using Fathom.Sources.Strings;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom heap strings diff A B</c>: which texts have become more or fewer.</summary>
internal sealed class HeapStringsDiffCommand : FathomCommand
{
    private readonly Argument<string> _a = new("a") { Description = "The heap before: a pid, a process name, a core dump or a recording." };
    private readonly Argument<string> _b = new("b") { Description = "The heap after." };
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public HeapStringsDiffCommand()
        : base("diff", "What changed in the strings between two heaps, per text: B minus A.")
    {
        Add(_a);
        Add(_b);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: false);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap strings diff before.fathom MyApp", "what a running process gained since 'fathom heap strings MyApp --save before.fathom'"),
        new("fathom heap strings diff core.1 core.2 --where status=new", "texts that only the second core dump has"),
    ];

    public override string Remarks =>
        "Ordered by the absolute change in bytes. All strings of both sides take part; texts that exist once on each side are shown from 512 characters on,\n"
        + "and are in the totals in any case.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(StringShapes.Diff);
        string[] words = [parsed.GetValue(_a)!, parsed.GetValue(_b)!];
        Subject[] subjects = _source.Resolve(parsed, words);
        SubjectReader reader = SubjectReader.Strings(new StringOptions());
        using SubjectRecording a = _source.Open(parsed, subjects[0], reader, request.Target.Force, context);
        using SubjectRecording b = _source.Open(parsed, subjects[1], reader, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(a.Reader, b.Reader);
        HeapReport heap = new(session, context.Stop);
        StringReport report = new(session, context.Stop);
        return new(plan.Publish(new CommandResult("heap strings diff", words, report.Diff(0, 1))
        {
            Header = HeapHeader.Of(heap.Facts(0), heap.Facts(1)),
            Totals = report.DiffTotals(0, 1),
            Losses = heap.Losses(0, 1),
            Notes = session.Notices,
        }));
    }
}
