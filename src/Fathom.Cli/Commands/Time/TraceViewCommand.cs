using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Time;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary>A verb that answers one question about a trace.</summary>
internal abstract class TraceViewCommand : FathomCommand
{
    private readonly Argument<string> _subject = new("trace") { Description = "A recording of perf (perf.data), or a recording of Fathom made from one." };
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    /// <summary>Declares the verb.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected TraceViewCommand(string name, string summary)
        : base(name, summary)
    {
        Add(_subject);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: true, anyProcess: true, asksRuntime: false, stops: false);
    }

    /// <summary>What the table shows, for the line above it.</summary>
    protected abstract string Content { get; }

    /// <summary>The query that answers.</summary>
    protected abstract string Query { get; }

    /// <summary>Whether methods are named.</summary>
    protected virtual bool ShowsNames => false;

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        Question question = Question.About(Query);
        OutputPlan plan = request.Bind(question.Shape);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, _source.Resolve(parsed, subject)[0], SubjectReader.Trace, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        TraceReport report = new(session, 0, context.Stop);
        TraceFacts facts = report.Facts();
        if (WhyNot(facts) is { } reason)
            throw FathomException.Target($"'{subject}': {reason}", "record again with: perf record -a -g -k CLOCK_MONOTONIC -e sched:sched_switch -e sched:sched_waking");
        return new(plan.Publish(new CommandResult(Name, [subject], session.Run(question, plan.Request, context.Stop))
        {
            Header = TraceHeader.Of(Content, facts, ShowsNames),
            Losses = report.Losses(),
            Notes = [.. session.Notices, .. TraceHeader.Notes(facts)],
        }));
    }

    /// <summary>Why the trace does not answer, in one sentence; null where it does.</summary>
    protected virtual string? WhyNot(TraceFacts facts) => null;
}
