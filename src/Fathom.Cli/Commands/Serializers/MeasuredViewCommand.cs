using System.CommandLine;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Serializers.Capture;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary>A view of a measurement of serializers that was saved, or of one that it makes now.</summary>
internal abstract class MeasuredViewCommand : SuiteCommand
{
    private SuitePlanOptions? _plan;

    /// <summary>Declares the view.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected MeasuredViewCommand(string name, string summary)
        : base(name, summary, "measures")
    {
    }

    /// <summary>Its columns.</summary>
    protected abstract ResultShape Shape { get; }

    /// <summary>The plan of a command line.</summary>
    public SuitePlan PlanOf(ParseResult parsed) => _plan!.Read(parsed);

    /// <summary>Adds the options.</summary>
    /// <param name="plan">Those of the plan.</param>
    /// <param name="showsAll">Whether a table shows all rows by default.</param>
    protected void Add(SuitePlanOptions plan, bool showsAll = true)
    {
        _plan = plan;
        AddOutput(showsAll: showsAll);
        AddSave();
        AddLabel();
    }

    protected sealed override SuiteQuestion Ask(AskedSuite asked)
    {
        SuitePlan plan = PlanOf(asked.Parsed);
        _ = asked.Request;
        if (asked.Path is null)
            Require(plan);
        return new SuiteQuestion(Shape, (save, storage, run) => SuiteCapture.MeasureAsync(plan, save, storage, run), inquiry =>
        {
            SerializerReport report = new(inquiry.Session, inquiry.Stop);
            ResultTable rows = RecordedNames.Choose(plan.Names, Rows(report), asked.Path);
            return inquiry.Result(rows) with { Notes = [.. DialNotes.Of(report.Dials(0)), .. About(report, rows)] };
        });
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
