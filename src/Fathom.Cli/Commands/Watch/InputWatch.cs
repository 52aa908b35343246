using System.Globalization;
using Fathom.Capture.Watching;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Trends;
using Fathom.Render.Live;
using Fathom.Render.Text;

namespace Fathom.Cli.Commands.Watch;

/// <summary>Gives the verdict on points that were taken before.</summary>
internal static class InputWatch
{
    /// <summary>Reads the files, judges each series and shows the verdicts.</summary>
    /// <param name="files">Names or patterns of CSV files and recordings.</param>
    /// <param name="axis">What points are put in order by.</param>
    /// <param name="command">The command line.</param>
    /// <param name="request">What is shown, and where to.</param>
    public static ExitCode Run(string[] files, TrendAxis axis, string command, OutputRequest request)
    {
        CommandContext context = request.Context;
        ILookup<bool, Condition> limits = request.FailIf.ToLookup(IsOnMetrics);
        OutputRequest shown = request with { FailIf = [.. limits[false]] };
        OutputPlan plan = shown.Bind(TrendShapes.Verdicts(request.Target.IsForPeople));
        using TrendInput input = Open(files, command, context);
        using QuerySession session = QuerySession.Open(input.Recordings);
        TrendReport report = new(session, axis, context.Stop);
        IReadOnlyList<IReadOnlyList<TrendFinding>> groups = report.Judge();
        GrowthLimits onMetrics = new([.. limits[true]], Metrics(groups));
        ResultTable verdicts = TrendTable.Of(
            [.. groups.SelectMany(static group => group)], report.Per, finding => TrendSentence.Of(finding, report.Per));
        ExitCode code = plan.Publish(GrowingRows.Of(new CommandResult("watch", files, verdicts)
        {
            Header = [.. groups.Where(static group => group.Count > 0).Select(group => TrendHeadline.Of(group, report.Per))],
            Losses = session.Run("recording/losses", context.Stop, QueryParameter.Of("rec", 0)),
            Notes = [.. session.Notices, .. session.Remarks, .. input.Notes, .. report.Notes],
        }, shown));
        return onMetrics.IsEmpty ? code : Conclude(code, onMetrics, groups, report.Per, context);
    }

    // Conditions on the columns of the verdict are about its rows; all others name a metric.
    private static bool IsOnMetrics(Condition condition) =>
        condition.Parts.Any(static part => part.Row is not null || !TrendShapes.Verdicts(isForPeople: false).Columns.Any(column => column.Name == part.Column));

    private static ResultColumn[] Metrics(IReadOnlyList<IReadOnlyList<TrendFinding>> groups) =>
    [
        .. groups.SelectMany(static group => group).Where(static finding => finding.Line.Item is null).Select(static finding => finding.Line.Metric).Distinct()
            .Select(static metric => new ResultColumn(metric, CellKind.Real, ColumnUnits.Of(metric, CellKind.Real))),
    ];

    private static ExitCode Conclude(ExitCode code, GrowthLimits limits, IReadOnlyList<IReadOnlyList<TrendFinding>> groups, string per, CommandContext context)
    {
        foreach (IReadOnlyList<TrendFinding> group in groups.Where(static group => group.Count > 0))
        {
            JudgedLimits verdict = limits.Judge(group);
            TrendSubject subject = group[0].Line.Subject;
            string of = SafeText.Of(subject.Pid is { } pid ? string.Create(CultureInfo.InvariantCulture, $"{subject.Name} ({pid})") : subject.Name ?? "the process");
            Say(verdict.OnValues, $"in {of}");
            Say(verdict.OnGrowth, $"in {of}, growth per {(per == "h" ? "hour" : per)}");
            code = code.With(verdict.IsBroken, verdict.IsOpen);
        }

        return code;

        void Say(LimitVerdict verdict, string where)
        {
            foreach (string line in LimitText.Of(verdict))
                context.Error.WriteLine($"{line} {where}");
        }
    }

    private static TrendInput Open(string[] files, string command, CommandContext context)
    {
        using ProgressLine progress = context.ShowProgress();
        return TrendInput.Open(files, command, context.Time, progress, context.Stop);
    }
}
