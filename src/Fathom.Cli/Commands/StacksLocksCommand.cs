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

/// <summary><c>fathom stacks locks SUBJECT</c>: who owns what, and who waits for it.</summary>
internal sealed class StacksLocksCommand : FathomCommand
{
    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump or a recording." };
    private readonly ThreadSourceOptions _source;
    private readonly OutputOptions _output;

    public StacksLocksCommand()
        : base("locks", "Locks with their owners and waiters, and everything else that threads wait for.")
    {
        Add(_subject);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new ThreadSourceOptions(this);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom stacks locks MyApp", "most waiters first"),
        new("fathom stacks locks core.4711 --where owner_count=1..,waiter_count=1..", "contended locks of a core dump"),
    ];

    public override string Remarks =>
        "Owners are known of Monitor, Lock and ReaderWriterLockSlim, and of the end of a thread (that thread). A SemaphoreSlim, an event,\n"
        + "a task and a wait handle have none.";

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(ThreadShapes.Locks);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, subject, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        ThreadReport report = new(session, 0, context.Stop);
        return new(plan.Publish(new CommandResult("stacks locks", [subject], report.Locks())
        {
            Header = ThreadHeader.Of(report.Facts),
            Losses = report.Losses(),
            Notes = session.Notices,
        }));
    }
}
