using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;
using Fathom.Render.Stacks;

namespace Fathom.Cli.Commands.Stacks;

/// <summary>A view of <c>fathom stacks</c> on one part of a look at the threads.</summary>
internal abstract class ThreadViewCommand : FathomCommand
{
    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump or a recording." };
    private readonly ThreadSourceOptions _source;
    private readonly OutputOptions _output;

    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected ThreadViewCommand(string name, string summary)
        : base(name, summary)
    {
        Add(_subject);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new ThreadSourceOptions(this);
    }

    /// <summary>The columns.</summary>
    protected abstract ResultShape Shape { get; }

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(Shape);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, subject, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        ThreadReport report = new(session, 0, context.Stop);
        return new(plan.Publish(new CommandResult($"stacks {Name}", [subject], Rows(report, plan.Request))
        {
            Header = ThreadHeader.Of(report.Facts),
            Losses = report.Losses(),
            Notes = session.Notices,
        }));
    }

    /// <summary>The rows.</summary>
    /// <param name="report">The answers.</param>
    /// <param name="request">What is asked of the rows.</param>
    protected abstract RequestedRows Rows(ThreadReport report, RowRequest request);
}
