using System.CommandLine;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Plans;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>A view of a measurement of serializers that was saved, or of one that it makes now.</summary>
internal abstract class MeasuredViewCommand : FathomCommand
{
    private readonly Argument<string?> _recording = new("recording") { Description = "A recording that was saved; without one, measures now.", Arity = ArgumentArity.ZeroOrOne };
    private readonly Option<string?> _save = OptionCatalog.Save();
    private readonly Option<string[]> _label = OptionCatalog.Label();
    private readonly SuitePlanOptions _plan;
    private readonly OutputOptions _output;
    private readonly ResultShape _shape;

    /// <param name="name">The word of the view.</param>
    /// <param name="description">What it shows.</param>
    /// <param name="shape">Its columns.</param>
    /// <param name="plan">Adds the options of the plan to a command.</param>
    /// <param name="output">Adds the options of the output to a command.</param>
    protected MeasuredViewCommand(string name, string description, ResultShape shape, Func<FathomCommand, SuitePlanOptions> plan, Func<FathomCommand, OutputOptions> output)
        : base(name, description)
    {
        _shape = shape;
        Add(_recording);
        _plan = plan(this);
        _output = output(this);
        Add(_save);
        Add(_label);
    }

    /// <summary>The plan of a command line.</summary>
    public SuitePlan PlanOf(ParseResult parsed) => _plan.Read(parsed);

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        SuitePlan plan = PlanOf(parsed);
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan output = request.Bind(_shape);
        string? path = parsed.GetValue(_recording);
        if (path is null)
            Require(plan);
        RecordingOptions storage = new(CommandText.Of(parsed))
        {
            Labels = KeyValues.Read(parsed, _label),
            Replace = request.Target.Force,
            Time = context.Time,
        };
        using SuiteRecording recording = path is not null
            ? SuiteRecording.Open(path)
            : await SuiteCapture.MeasureAsync(plan, parsed.GetValue(_save), storage, SuiteRuns.Of(context)).ConfigureAwait(false);
        using QuerySession session = QuerySession.Open(recording.Reader);
        SerializerReport report = new(session, context.Stop);
        ResultTable rows = RecordedNames.Choose(plan, Rows(report), path);
        return output.Publish(new CommandResult($"serializers {Name}", path is null ? [] : [path], rows) { Missing = recording.Missing, Notes = [.. session.Notices, .. DialNotes.Of(report.Dials(0)), .. About(report, rows)] });
    }

    /// <summary>Refuses a plan whose measurement the view could not show.</summary>
    /// <exception cref="FathomException">It could not (<see cref="ExitCode.Usage"/>).</exception>
    protected virtual void Require(SuitePlan plan)
    {
    }

    /// <summary>The rows of the view, in the columns of its shape.</summary>
    protected abstract ResultTable Rows(SerializerReport report);

    /// <summary>What a reader of the view must know besides, a sentence each.</summary>
    protected virtual IEnumerable<string> About(SerializerReport report, ResultTable rows) => [];
}
