using System.Globalization;
using Fathom.Model;
using Fathom.Model.Machine;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Time;

/// <summary>What a recording says of the trace that it was made from.</summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class TraceReport(QuerySession session, int rec, CancellationToken stop)
{
    /// <summary>Sets the session to the part of the recording that is asked about, and to the moment that times count from.</summary>
    /// <param name="bounds">The bounds; null for all of it, counted from its begin.</param>
    /// <param name="show">Writes a time in nanoseconds for people.</param>
    /// <exception cref="FathomException">Nothing of it lies there, or it holds no trace.</exception>
    public void Ask(TimeBounds? bounds, Func<long, string> show)
    {
        (session.Window, session.Zero) = (null, null);
        if (bounds is null)
            return;
        TimeWindow window = Window(bounds, show);
        if (bounds.IsPart)
            session.Windows[rec] = session.Window = window;
    }

    /// <summary>The part of the recording that lies between two bounds. The session counts times as they do from then on.</summary>
    /// <param name="bounds">The bounds.</param>
    /// <param name="show">Writes a time in nanoseconds for people.</param>
    /// <exception cref="FathomException">Nothing of it lies there, or it holds no trace.</exception>
    public TimeWindow Window(TimeBounds bounds, Func<long, string> show)
    {
        TableRow[] traces = Traces();
        long durationNs = traces.Max(static trace => trace.Number("duration_ns") ?? 0);
        long? startUnixNs = traces[0].Number("start_unix_ns");
        TimeAnchors anchors = new(session, rec, stop);
        TimeBounds found = bounds.Found(durationNs, startUnixNs, anchors.Find);
        session.Zero = found.ZeroIn(durationNs, startUnixNs, show);
        long zeroNs = session.Zero?.AtNs ?? 0;
        if (session.Zero is { } zero)
            session.Zeros[rec] = zero;
        TimeWindow part = found.Of(durationNs, startUnixNs, Shown);
        return bounds.During is { } choice ? new DuringIntervals(session, rec, Shown, traces.Any(IsOfWindows), stop)
            .Find(choice, part, zeroNs).Window() : part;

        string Shown(long ns) => show(ns - zeroNs);
    }

    /// <summary>What was recorded.</summary>
    /// <param name="asksNames">Whether the file whose symbols would name most frames is looked for too, where names are few.</param>
    /// <exception cref="FathomException">The recording holds no trace.</exception>
    public TraceFacts Facts(bool asksNames = false)
    {
        TableRow[] traces = Traces();
        // Without the kernel's part no trace names its recorder; only Fathom's has this table.
        Manifest manifest = session.Recordings[rec].Manifest;
        bool isOwn = Has(RecorderSourceRow.Schema.Name)
            || traces.Any(static trace => trace.Text("recorder")?.StartsWith("fathom ", StringComparison.Ordinal) == true);
        TableRow busy = TableRow.All(Run("time/busy")).Single();
        TraceFacts facts = new(
            string.Join(" + ", traces.Select(static trace => trace.Text("file"))),
            [.. traces.Select(static trace => trace.Text("format") ?? "").Distinct()],
            traces.Select(static trace => trace.Text("machine")).OfType<string>().FirstOrDefault() ?? (isOwn ? manifest.Machine.Name : null),
            traces.Max(static trace => trace.Number("duration_ns") ?? 0),
            traces.Any(static trace => trace.Truth("whole_machine")),
            Sum("sample_count"),
            Sum("truncated_stack_count"),
            traces.Any(static trace => trace.Text("no_waits") is null) ? null : traces[0].Text("no_waits"),
            [.. TableRow.All(Run("time/naming")).Select(static kind => (kind.Text("kind") ?? "", kind.Number("frame_count") ?? 0, kind.Number("named_count") ?? 0))])
        {
            Window = session.Window,
            Zero = session.Zero,
            IsOwn = isOwn,
            RuntimeLockWaits = Has(ContentionRow.Schema.Name) ? TableRow.All(Run("time/runtime-locks")).Single().Number("wait_count") ?? 0 : 0,
            HasFigures = Has(MachineSampleRow.Schema.Name),
            IsOfMachine = traces.Any(static trace => trace.Text("recorder")?.StartsWith(TraceFacts.MachineEvents, StringComparison.Ordinal) == true),
            LeftOut = LeftOut(manifest),
            Programs = Programs(traces.Any(static trace => trace.Truth("whole_machine"))),
            Processors = int.TryParse(busy.Text("processors"), CultureInfo.InvariantCulture, out int processors) && processors > 0 ? processors : null,
            RunningNs = busy.Number("running_ns"),
            WithoutSums = [.. TraceVerbs.All.Where(verb => verb.SumsIn is { } sums && Has(verb.Table) && !Has(sums)).Select(static verb => verb.Table)],
        };
        return asksNames && facts.LacksNames && TableRow.All(Run("time/missing-symbols")).FirstOrDefault() is { } missing
            ? facts with { MostUnnamed = (missing.Text("file") ?? "", missing.Number("unnamed_frames") ?? 0) }
            : facts;

        bool Has(string table) => session.Recordings[rec].PartFiles(table).Count > 0;

        long Sum(string column) => traces.Sum(trace => trace.Number(column) ?? 0);
    }

    private static bool IsOfWindows(TableRow trace) => trace.Text("format") == TraceFacts.WindowsFormat;

    private TableRow[] Traces()
    {
        TableRow[] traces = [.. TableRow.All(Run("time/trace"))];
        return traces.Length > 0 ? traces
            : throw FathomException.Target($"'{session.Recordings[rec].Path}' holds no trace.",
                "record one: fathom record PROCESS --duration 10s --save NAME.fathom");
    }

    // Where the whole machine was recorded and nobody was named, all that runs there would be no answer to whose time it is.
    private string[] Programs(bool isWholeMachine)
    {
        (string Name, long Pid)[] programs = [.. session.Recordings[rec].Manifest.Targets.Select(static target => (target.Name, (long)target.Pid))];
        if (programs.Length == 0 && !isWholeMachine)
            programs = [.. TableRow.All(Run("time/programs")).Select(static row => (row.Text("process") ?? "", row.Number("pid") ?? 0))];
        return programs is [var (name, pid)]
            ? [string.Create(CultureInfo.InvariantCulture, $"{name} (pid {pid})")]
            : [.. programs.Select(static program => program.Name).Distinct()];
    }

    private static string[] LeftOut(Manifest manifest) =>
        manifest.Labels.GetValueOrDefault(TraceFacts.LeftOutLabel)?.Split(',', StringSplitOptions.RemoveEmptyEntries) ?? [];

    private ResultTable Run(string query) => session.Run(query, stop, new QueryParameter("rec", Cell.Of(rec)));
}
