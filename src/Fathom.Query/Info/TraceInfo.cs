using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Scheduling;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Info;

/// <summary>What the traces of a recording are, as facts: what was recorded, by whom, when, what is missing, and how much has names.</summary>
/// <param name="session">A session with the recording alone.</param>
/// <param name="stop">Interrupts a query.</param>
internal sealed class TraceInfo(QuerySession session, CancellationToken stop)
{
    private const string OfMachine = "programs that a machine-wide recorder saw, and .NET events; the trace does not say whether it recorded all";

    private static readonly (string Way, string Told)[] s_ways =
    [
        ("exact", "exact"),
        ("inner", "exact in the inner part"),
        ("frame pointers", "by frame pointers, which leave callers out"),
        ("unknown", "unknown: the recorder does not say how it found callers, and frame pointers leave out those that keep none"),
    ];

    /// <summary>The facts of all traces, in their order.</summary>
    public IEnumerable<(string Fact, string? Value)> Facts() => TableRow.All(session.Run("time/trace", stop, QueryParameter.Of("rec", 0))).SelectMany(OfTrace)
        .Concat(StackInfo.Lines(session, stop).Select(static stacks => (stacks.Fact, (string?)stacks.Line)))
        .Concat(StackWays())
        .Concat(WaitStacks())
        .Concat(Estimates())
        .Concat(new RecorderCheck(session, stop).Facts())
        .Concat(Shares());

    // Also of what is too little to make an answer partial.
    private IEnumerable<(string, string?)> Shares() =>
        from row in TableRow.All(session.Losses(stop))
        where row.HasReal("lost_percent")
        select ($"lost_percent {row.Text("tables")?.Split(',')[0]}", (string?)string.Create(
            CultureInfo.InvariantCulture, $"{row.Real("lost_percent"):0.00} ({string.Join(' ', new[] { row.Text("source"), row.Text("scope") }.OfType<string>())}: {row.Text("reason")})"));

    // What docs/record.md measured of it; nothing where each turn was recorded.
    private IEnumerable<(string, string?)> Estimates()
    {
        Cell turns = session.Run("recording/counted", stop, QueryParameter.Of("rec", 0), new QueryParameter("event", Cell.Of(PoolTurns.EventName))).Rows[0][0];
        if (!turns.IsNull && turns.Integer is > 0 and var count)
            yield return ("estimates", $"running and ready of pool threads that share a processor: each off by up to 7 %, their sum by 3 % ({Number(count)} turns are counted and not recorded)");
    }

    // How the callers on stacks were found, in a line for samples and one for waits.
    private IEnumerable<(string, string?)> StackWays() =>
        from row in TableRow.All(session.Run("time/stack-ways", stop, QueryParameter.Of("rec", 0)))
        group row by row.Text("what") into one
        let all = one.Sum(static row => row.Number("stack_count") ?? 0)
        select ($"stack_ways {one.Key}", (string?)string.Join(
            "; ",
            s_ways.Select(way => (way.Told, Count: one.Where(row => row.Text("way") == way.Way).Sum(static row => row.Number("stack_count") ?? 0)))
                .Where(static way => way.Count > 0)
                .Select(way => string.Create(CultureInfo.InvariantCulture, $"{way.Count} ({Percent(way.Count, all)}) {way.Told}"))));

    // How many waits of threads that run managed code lead to who waits; nothing where no thread does.
    private IEnumerable<(string, string?)> WaitStacks()
    {
        TableRow[] reaches = [.. TableRow.All(session.Run("time/wait-stacks", stop, QueryParameter.Of("rec", 0)))];
        long waits = reaches.Sum(static reach => reach.Number("wait_count") ?? 0), ns = reaches.Sum(static reach => reach.Number("wait_ns") ?? 0);
        return reaches.Select(reach => ($"wait_stacks {reach.Text("reach")}", (string?)string.Create(
            CultureInfo.InvariantCulture,
            $"{Share(reach.Number("wait_count") ?? 0, waits, "waits")}, {Percent(reach.Number("wait_ns") ?? 0, ns)} of their time")));
    }

    private IEnumerable<(string, string?)> OfTrace(TableRow trace)
    {
        long id = trace.Number("trace_id") ?? 0;
        bool isPerf = trace.Text("format") != "nettrace";
        string name = string.Create(CultureInfo.InvariantCulture, $"trace {id}");
        yield return (name, string.Create(CultureInfo.InvariantCulture, $"{trace.Text("file")} ({trace.Text("format")}, {trace.Number("size_bytes")} bytes)"));
        yield return ($"{name} recorder", trace.Text("recorder"));
        yield return ($"{name} command", trace.Text("command_line"));
        yield return ($"{name} machine", Machine(trace));
        bool isOfMachine = trace.Text("recorder")?.StartsWith(TraceFacts.MachineEvents, StringComparison.Ordinal) == true;
        yield return ($"{name} scope", isOfMachine ? OfMachine : !isPerf ? "events of .NET programs" : trace.Truth("whole_machine") ? "all threads of the machine" : "some threads of the machine");
        yield return ($"{name} clock", trace.Text("clock"));
        yield return ($"{name} start_utc", trace.Number("start_unix_ns") is { } start ? Utc(start) : "unknown");
        yield return ($"{name} duration_ns", Number(trace.Number("duration_ns") ?? 0));
        yield return ($"{name} kept", $"{Number(trace.Number("sample_count") ?? 0)} events");
        yield return ($"{name} lost", trace.Number("lost_count") is { } lost and > 0 ? $"{Number(lost)} {(isPerf ? "records" : "events")}, as the recorder says" : "none, as the recorder says");
        yield return ($"{name} cut_stacks", isPerf ? Number(trace.Number("truncated_stack_count") ?? 0) : "unknown");
        foreach (TableRow kind in TableRow.All(session.Run("time/naming-of-trace", stop, QueryParameter.Of("rec", 0), QueryParameter.Of("trace", (int)id))))
            yield return ($"{name} names {kind.Text("kind")}", Share(kind.Number("named_count") ?? 0, kind.Number("frame_count") ?? 0, "frames"));
    }

    private static string? Machine(TableRow trace)
    {
        string[] words = [.. new[] { trace.Text("machine"), trace.Text("architecture"), trace.Text("kernel") is { } kernel ? $"kernel {kernel}" : null }.OfType<string>()];
        return words.Length == 0 ? null : string.Join(", ", words);
    }

    // Rounded down: all is said of all only.
    private static string Percent(long part, long all) => string.Create(CultureInfo.InvariantCulture, $"{Math.Floor(1000.0 * part / Math.Max(1, all)) / 10:0.0} %");

    private static string Share(long part, long all, string what) => string.Create(CultureInfo.InvariantCulture, $"{part} of {all} {what} ({Percent(part, all)})");

    private static string Utc(long unixNs) => DateTime.UnixEpoch.AddTicks(unixNs / TimeSpan.NanosecondsPerTick).ToString("O", CultureInfo.InvariantCulture);

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);
}
