using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Runtime;
using Fathom.Query.Sessions;
using Fathom.Render.Runtime;

namespace Fathom.Cli.Commands.Heap;

/// <summary>A view of <c>fathom heap</c> on one of the tables that the runtime keeps.</summary>
internal abstract class RuntimeViewCommand : FathomCommand
{
    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump or a recording." };
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected RuntimeViewCommand(string name, string summary)
        : base(name, summary)
    {
        Add(_subject);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: true);
    }

    /// <summary>What the table shows, for the line above it.</summary>
    protected abstract string Content { get; }

    /// <summary>The columns.</summary>
    protected abstract ResultShape Shape { get; }

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = request.Bind(Shape);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, _source.Resolve(parsed, subject)[0], SubjectReader.Runtime, request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        RuntimeReport report = new(session, 0, context.Stop);
        return new(plan.Publish(new CommandResult($"heap {Name}", [subject], Rows(report, plan.Request))
        {
            Header = RuntimeHeader.Of(Content, report.Facts()),
            Losses = report.Losses(),
            Notes = session.Notices,
        }));
    }

    /// <summary>The rows.</summary>
    /// <param name="report">The answers.</param>
    /// <param name="request">What is asked of the rows.</param>
    protected abstract RequestedRows Rows(RuntimeReport report, RowRequest request);
}
