using System.CommandLine;
using System.Globalization;
using Fathom.Capture.Recording;
using Fathom.Capture.Subjects;
using Fathom.Capture.Tour;
using Fathom.Cli.Commands.Record;
using Fathom.Cli.Frame;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Render.Heap;
using Fathom.Render.Live;
using Fathom.Render.Text;
using Fathom.Render.Time;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom tour</c>: shows on two small programs how a leak is found, and what a slow program waits for.</summary>
internal sealed class TourCommand : FathomCommand
{
    private const int FirstOrders = 20_000;
    private const int MoreOrders = 80_000;
    private const int TopRows = 10;

    private static readonly TimeSpan s_recorded = TimeSpan.FromSeconds(3);

    private static SqlQuestion Changes => SqlQuestion.Between("heap/diff", more: QueryParameter.Of("live", 0));

    public const string Summary = "Finds a leak, and what is slow, in two small programs.";

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
        Say(context, "1. building two small shops, one that leaks and one that is slow (they are removed afterwards)…");
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
        SayLeak(HeapGrowth.OfModule(changes, TourSample.Module), context);
        await ShowSlowAsync(sample, context).ConfigureAwait(false);
        SayNext(context);
        return code;
    }

    private static async Task ShowSlowAsync(TourSample sample, CommandContext context)
    {
        int pid = await sample.StartSlowAsync(context.Stop).ConfigureAwait(false);
        string command = string.Create(CultureInfo.InvariantCulture, $"fathom record {pid} --duration {s_recorded.TotalSeconds:0}s --save slow.fathom");
        Say(context, $"4. the other shop takes few orders, with processors to spare; it is recorded: {command}");
        RecordOptions options = new("fathom tour", sample.Recording) { Processes = [pid], Duration = s_recorded, Fathom = OwnCommand.Line(), Time = context.Time };
        RecordOutcome outcome;
        using (RecordRun run = new(options, ToolVersion.Named, _ => { }))
        using (ProgressLine progress = context.ShowProgress())
            outcome = run.Run(progress, context.Stop, context.Soon);
        if (outcome.Recording is not { } path)
            throw FathomException.Target($"The slow shop could not be recorded: {outcome.ExtractionFailure}", "fathom record shows what this machine allows");
        using RecordingReader recording = RecordingReader.Open(path);
        using QuerySession session = QuerySession.Open(recording);
        SqlQuestion question = RecordSummary.Biggest([pid]);
        ResultTable biggest = session.Run(question, null, context.Stop).Table;
        int what = biggest.IndexOf("what"), process = biggest.IndexOf("pid"), method = biggest.IndexOf("method"), time = biggest.IndexOf("time_ns");
        Cell[][] waits = [.. biggest.Rows.Where(row => row[what].Text == "wait" && row[process].Integer == pid && !row[method].IsNull)];
        int[] shown = [biggest.IndexOf("kind"), method, time, biggest.IndexOf("max_ns"), biggest.IndexOf("count")];
        ResultColumn[] columns = Array.ConvertAll(shown, at => question.Shape.Columns[at]);
        context.Out.Flush();
        ResultTable table = new(columns, [.. waits.Select(row => Array.ConvertAll(shown, at => row[at]))]);
        OutputOptions.Table(context, TopRows).Bind(new ResultShape(columns)).Publish(new CommandResult("tour", [], table)
        {
            Header = [$"Waits in slow.fathom: {TraceHeader.Scope(new TraceReport(session, 0, context.Stop).Facts())}"],
        });
        context.Out.WriteLine(waits is [var longest, ..]
            ? $"What is slow: threads in {longest[method].Text} wait for {ReadableNumber.Of(longest[time].Integer, ColumnUnit.Nanoseconds)} in all."
            : "What is slow was not seen: without the right to record the kernel there are no waits but those that runtimes tell.");
        context.Out.WriteLine();
    }

    private static SubjectRecording Snapshot(TourSample sample, CommandContext context)
    {
        Subject subject = new SubjectResolver(new ProcessScanner()).Resolve($"pid:{sample.Pid}");
        using ProgressLine progress = context.ShowProgress();
        return SubjectRecording.Open(subject, SubjectReader.Heap, new CaptureOptions("fathom tour") { Time = context.Time }, progress, context.Stop);
    }

    private static void SayLeak(HeapGrowth? growth, CommandContext context)
    {
        if (growth is null)
            throw FathomException.Target("No type of the tour's sample grew between the two snapshots.", "run 'fathom tour' again, and report it if this repeats");
        context.Out.WriteLine(string.Create(CultureInfo.InvariantCulture, $"What leaks: {growth.Type}, {growth.Count:+#,##0} objects in the program's own code between the snapshots."));
        context.Out.WriteLine();
    }

    private static void SayNext(CommandContext context)
    {
        context.Out.WriteLine("Try next on a program of yours:");
        context.Out.WriteLine("  fathom ps                                            the .NET programs that run here");
        context.Out.WriteLine("  fathom heap PID --save before.fathom                 keep a snapshot, then: fathom heap diff before.fathom PID");
        context.Out.WriteLine("  fathom record PID --duration 10s --save slow.fathom  what its threads do and wait for, then: fathom waits slow.fathom");
        context.Out.WriteLine($"  fathom heap PID --fail-if total.size_bytes=600MiB..  a limit for a script: exit code {ExitText.LimitBroken} when it is broken");
    }

    private static void Say(CommandContext context, string step)
    {
        if (context.Verbosity != Verbosity.Quiet)
            context.Error.WriteLine(step);
    }
}
