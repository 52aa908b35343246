using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Render.Stacks;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom stacks async SUBJECT</c>: where suspended async calls stand.</summary>
internal sealed class StacksAsyncCommand : FathomCommand
{
    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump or a recording." };
    private readonly ThreadSourceOptions _source;
    private readonly OutputOptions _output;

    public StacksAsyncCommand()
        : base("async", "Suspended calls of async methods, by method, await and what they wait for.")
    {
        Add(_subject);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new ThreadSourceOptions(this);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom stacks async MyApp", "most calls first"),
        new("fathom stacks async core.4711 --where count=100..", "piled up calls of a core dump"),
    ];

    public override string Remarks =>
        "await_index counts the awaits of a method in the order of the compiler, which is that of the source for most methods.\n"
        + "Calls that nobody can resume any more count until the collector removes them.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(ThreadShapes.AsyncWaits);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, subject, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        ThreadReport report = new(session, 0, context.Stop);
        return new(plan.Publish(new CommandResult("stacks async", [subject], report.AsyncWaits())
        {
            Header = ThreadHeader.Of(report.Facts),
            Losses = report.Losses(),
            Notes = session.Notices,
        }));
    }
}
