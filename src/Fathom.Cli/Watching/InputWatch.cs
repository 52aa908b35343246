using Fathom.Capture.Watching;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Model.Results;
using Fathom.Query.Memory;
using Fathom.Query.Sessions;
using Fathom.Query.Trends;
using Fathom.Render.Live;

namespace Fathom.Cli.Watching;

/// <summary>Gives the verdict on points that were taken before.</summary>
internal static class InputWatch
{
    /// <summary>Runs it.</summary>
    /// <param name="files">Names or patterns of CSV files and recordings.</param>
    /// <param name="axis">What points are put in order by.</param>
    /// <param name="command">The command line.</param>
    /// <param name="request">What is shown, and where to.</param>
    public static ExitCode Run(string[] files, TrendAxis axis, string command, OutputRequest request)
    {
        CommandContext context = request.Context;
        OutputPlan plan = request.Bind(TrendShapes.Verdicts(request.Target.IsForPeople));
        using TrendInput input = Open(files, command, context);
        using QuerySession session = QuerySession.Open(input.Recordings);
        TrendReport report = new(session, axis, context.Stop);
        IReadOnlyList<IReadOnlyList<TrendFinding>> groups = report.Judge();
        return plan.Publish(new CommandResult("watch", files, TrendTable.Of([.. groups.SelectMany(static group => group)], report.Per, finding => TrendSentence.Of(finding, report.Per)))
        {
            Header = [.. groups.Where(static group => group.Count > 0).Select(group => TrendHeadline.Of(group, report.Per))],
            Losses = new MemoryReport(session, context.Stop).Losses(0),
            Notes = [.. session.Notices, .. input.Notes, .. report.Notes],
        });
    }

    private static TrendInput Open(string[] files, string command, CommandContext context)
    {
        using ProgressLine progress = context.ShowProgress();
        return TrendInput.Open(files, command, context.Time, progress, context.Stop);
    }
}
