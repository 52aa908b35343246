using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Results;
using Fathom.Query.Memory;
using Fathom.Query.Sessions;
using Fathom.Render.Memory;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom memory diff A B</c>: what changed between two looks at memory.</summary>
internal sealed class MemoryDiffCommand : FathomCommand
{
    private readonly Argument<string> _a = new("a") { Description = "The memory before: a pid, a process name or a recording." };
    private readonly Argument<string> _b = new("b") { Description = "The memory after." };
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public MemoryDiffCommand()
        : base("diff", "What changed between two looks at memory, per category: B minus A.")
    {
        Add(_a);
        Add(_b);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: false, anyProcess: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom memory diff before.fathom MyApp", "which kind of memory a running process gained since a saved look"),
        new("fathom memory diff a.fathom b.fathom --fail-if category=malloc,delta_bytes=10MiB..", "ends with code 10 when malloc grew by 10 MiB or more"),
    ];

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(MemoryShapes.Diff);
        string[] words = [parsed.GetValue(_a)!, parsed.GetValue(_b)!];
        Subject[] subjects = _source.Resolve(parsed, words);
        using SubjectRecording a = _source.Open(parsed, subjects[0], SubjectReader.Memory, request.Target.Force, context);
        using SubjectRecording b = _source.Open(parsed, subjects[1], SubjectReader.Memory, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(a.Reader, b.Reader);
        MemoryReport report = new(session, context.Stop);
        return new(plan.Publish(new CommandResult("memory diff", words, report.Diff(0, 1))
        {
            Header = MemoryHeader.Of(report.Facts(0), report.Facts(1)),
            Notes = session.Notices,
        }));
    }
}
