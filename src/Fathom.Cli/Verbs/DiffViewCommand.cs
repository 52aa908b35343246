using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Sessions;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Verbs;

/// <summary>A view <c>diff A B</c>: two subjects are read alike and compared, B minus A.</summary>
internal abstract class DiffViewCommand : FathomCommand
{
    /// <summary>Declares the view.</summary>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="before">What A is, for the help.</param>
    /// <param name="after">What B is, for the help.</param>
    /// <param name="anyProcess">Whether a process without .NET can be asked about.</param>
    /// <param name="asksRuntime">Whether the runtime of a process is asked.</param>
    /// <param name="own">Its own options.</param>
    protected DiffViewCommand(string summary, string before, string after, bool anyProcess = false, bool asksRuntime = true, params ReadOnlySpan<Option> own)
        : base("diff", summary)
    {
        Before = new Argument<string>("a") { Description = before };
        After = new Argument<string>("b") { Description = after };
        Add(Before);
        Add(After);
        foreach (Option option in own)
            Add(option);
        Output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        Source = new SourceOptions(this, saves: false, anyProcess, asksRuntime, stops: !anyProcess);
    }

    /// <summary>The argument of A.</summary>
    protected Argument<string> Before { get; }

    /// <summary>The argument of B.</summary>
    protected Argument<string> After { get; }

    /// <summary>The options for sources.</summary>
    protected SourceOptions Source { get; }

    /// <summary>The options for the result.</summary>
    protected OutputOptions Output { get; }

    /// <summary>The columns.</summary>
    protected abstract ResultShape Shape { get; }

    /// <summary>What is read of each side.</summary>
    protected abstract SubjectReader Reader { get; }

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = Output.Read(parsed, context);
        (ResultShape shape, SubjectReader reader) = Question(parsed);
        OutputPlan plan = request.Bind(shape);
        string[] words = parsed.GetValue(After) is { } after ? [parsed.GetValue(Before)!, after] : [parsed.GetValue(Before)!];
        Subject[] subjects = Source.Resolve(parsed, words);
        using SubjectRecording a = Source.Open(parsed, subjects[0], reader, request.Target.Force, context);
        using SubjectRecording b = subjects is [_, var subject] ? Source.Open(parsed, subject, reader, request.Target.Force, context) : OpenNow(parsed, request, context);
        using QuerySession session = QuerySession.Open(a.Reader, b.Reader);
        return new(plan.Publish(Answer(session, words, parsed, plan.Request, context.Stop) with { Notes = [.. session.Notices.Distinct()] }));
    }

    /// <summary>Opens B where the user may leave it out.</summary>
    protected virtual SubjectRecording OpenNow(ParseResult parsed, OutputRequest request, CommandContext context) => throw new NotSupportedException("B must be given.");

    /// <summary>The columns and what is read, where options decide about them.</summary>
    protected virtual (ResultShape Shape, SubjectReader Reader) Question(ParseResult parsed) => (Shape, Reader);

    /// <summary>As the other one, where options decide about the answer.</summary>
    protected virtual CommandResult Answer(QuerySession session, string[] subjects, ParseResult parsed, RowRequest request, CancellationToken stop) => Answer(session, subjects, request, stop);

    /// <summary>Compares recording 1 of the session (B) with recording 0 (A).</summary>
    /// <param name="session">Both recordings.</param>
    /// <param name="subjects">The words of the user.</param>
    /// <param name="request">What is asked of the rows.</param>
    /// <param name="stop">Interrupts it.</param>
    protected abstract CommandResult Answer(QuerySession session, string[] subjects, RowRequest request, CancellationToken stop);
}
