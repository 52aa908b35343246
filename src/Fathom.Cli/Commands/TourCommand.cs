using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Subjects;
using Fathom.Capture.Tour;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Render.Heap;
using Fathom.Render.Live;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom tour</c>: shows on a small leaking program how a leak is found.</summary>
internal sealed class TourCommand : FathomCommand
{
    private const int FirstOrders = 20_000;
    private const int MoreOrders = 80_000;
    private const int TopRows = 10;

    private static SqlQuestion Changes => SqlQuestion.Between("heap/diff", more: QueryParameter.Of("live", 0));

    public const string Summary = "Finds the leak in a small program that it builds and starts.";

    public TourCommand()
        : base("tour", Summary)
    {
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom tour", "takes some seconds and leaves nothing behind"),
        new("fathom tour --quiet", "the comparison and what leaks only, without the steps"),
    ];

    public override ResultShape? ShapeOf(ParseResult parsed, CommandContext context) => Changes.Shape;

    public override async ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        Say(context, "1. building a small order service that leaks (it is removed afterwards)…");
        using TourSample sample = await TourSample.StartAsync(context.Stop).ConfigureAwait(false);

        int held = await sample.WorkAsync(FirstOrders, context.Stop).ConfigureAwait(false);
        Say(context, string.Create(CultureInfo.InvariantCulture, $"2. it has handled {held:#,##0} orders; first snapshot: fathom heap {sample.Pid} --save before.fathom"));
        using SubjectRecording before = Snapshot(sample, context);

        held = await sample.WorkAsync(MoreOrders, context.Stop).ConfigureAwait(false);
        Say(context, string.Create(CultureInfo.InvariantCulture, $"3. it has handled {held:#,##0} orders; second snapshot and comparison: fathom heap diff before.fathom {sample.Pid}"));
        using SubjectRecording after = Snapshot(sample, context);

        using QuerySession session = QuerySession.Open(before.Reader, after.Reader);
        HeapReport report = new(session, context.Stop);
        SqlQuestion question = Changes;
        ResultTable changes = session.Run(question, null, context.Stop).Table;
        OutputPlan plan = OutputOptions.Table(context, TopRows).Bind(question.Shape);
        ExitCode code = plan.Publish(new CommandResult("tour", [], changes)
        {
            Header = HeapHeader.Of(report.Facts(0), report.Facts(1)),
            Totals = report.Totals(question),
            Losses = session.Losses(context.Stop),
        });
        Conclude(HeapGrowth.OfModule(changes, TourSample.Module), context);
        return code;
    }

    private static SubjectRecording Snapshot(TourSample sample, CommandContext context)
    {
        Subject subject = new SubjectResolver(new ProcessScanner()).Resolve($"pid:{sample.Pid}");
        using ProgressLine progress = context.ShowProgress();
        return SubjectRecording.Open(subject, SubjectReader.Heap, new CaptureOptions("fathom tour") { Time = context.Time }, progress, context.Stop);
    }

    private static void Conclude(HeapGrowth? growth, CommandContext context)
    {
        if (growth is null)
            throw FathomException.Target("No type of the tour's sample grew between the two snapshots.", "run 'fathom tour' again, and report it if this repeats");
        context.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"What leaks: {growth.Type}, {growth.Count:+#,##0} objects in the program's own code between the snapshots."));
        context.Out.WriteLine();
        context.Out.WriteLine("Try next on a program of yours:");
        context.Out.WriteLine("  fathom ps                                          the .NET programs that run here");
        context.Out.WriteLine("  fathom heap PID --save before.fathom               keep a snapshot, then: fathom heap diff before.fathom PID");
        context.Out.WriteLine($"  fathom heap PID --fail-if total.size_bytes=600MiB..  a limit for a script: exit code {ExitText.LimitBroken} when it is broken");
    }

    private static void Say(CommandContext context, string step)
    {
        if (context.Verbosity != Verbosity.Quiet)
            context.Error.WriteLine(step);
    }
}
