using System.Globalization;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using static Fathom.Query.Why.WhyReport;

namespace Fathom.Query.Why;

/// <summary>What the recording tells of a cause besides its time.</summary>
internal sealed class Evidence(QuerySession session, int rec, Func<long, string> show, MachineLimits machine, CancellationToken stop)
{
    private const int MostNeighbours = 2;
    private const double LeastNeighbourPercent = 5;
    private const double LeastEnderShare = 0.3;

    private readonly Dictionary<string, TableRow[]> _asked = [];

    public string Of(Row row, TraceFacts facts) => row.Cause.Title switch
    {
        "wait: lock" => Owner(row, isShort: true) ?? Waits(row),
        "GC" => Collections(row) ?? Samples(row),
        "run: JIT compiler" => Compiled(row) ?? Samples(row),
        "run: exceptions" => Thrown(row) ?? Samples(row),
        "ready: others ran" => Neighbours(row) ?? "",
        "ready: own ran" => facts.Processors is { } processors ? $"on {AmountText.Of(processors, "processor")}" : "",
        "ready: woken" => "a processor was free",
        "wait: task" or "wait: event" or "wait: semaphore" or "wait: Monitor" or "wait: queue" => Ender(row) ?? Waits(row),
        "ready: throttled" => string.Create(CultureInfo.InvariantCulture, $"in {machine.ThrottledPercent:0} % of its periods"),
        _ when row.Cause.Part == "wait" => Waits(row),
        _ => Samples(row),
    };

    /// <summary>What the thread that had the lock did for most of the time; null where that is not known.</summary>
    public string? Owner(Row row, bool isShort = false)
    {
        if (row.Cause.Kind != "lock")
            return null;
        TableRow[] locks = [.. Ask("time/locks").Where(one => one.Number("pid") == row.Pid && one.Text("method") == row.Method)];
        if (locks.MaxBy(static one => one.Number("wait_sum_ns") ?? 0) is not { } most || most.Text("owner_does") is not { } does)
            return null;
        string? method = most.Text("owner_method");
        if (isShort)
            return $"owner: {does}{In(method)}";
        string doing = does switch
        {
            "runs" or "waits" => does,
            "ready" => "waits for a processor",
            "sleep" => "sleeps",
            "file" => "waits for a file",
            _ => $"is in a wait of kind '{does}'",
        };
        return $"owner {doing}{(method is null ? "" : $" in {method}")}";
    }

    /// <summary>Who had the processors; null for other causes.</summary>
    public string? Neighbours(Row row)
    {
        if (row.Cause.Part != "others")
            return null;
        string[] names =
        [
            .. Ask("why/processors").Take(MostNeighbours).Where(static one => one.Real("percent") >= LeastNeighbourPercent)
                .Select(static one => string.Create(CultureInfo.InvariantCulture, $"{one.Text("process")} {one.Real("percent"):0} %")),
        ];
        return names.Length == 0 ? null : $"{string.Join(", ", names)} of CPU";
    }

    // What the threads that ended the waits did meanwhile for most of the time that is known.
    private string? Ender(Row row)
    {
        TableRow[] wakers =
        [
            .. Ask("time/waits-wakers", QueryParameter.Of("all_processes", false), QueryParameter.Of("idle", false))
                .Where(one => one.Number("pid") == row.Pid && one.Text("kind") == row.Cause.Kind && one.Text("method") == row.Method),
        ];
        long whole = wakers.Sum(static one => one.Number("wait_sum_ns") ?? 0);
        if (wakers.Where(static one => one.Text("waker_does") is not null).MaxBy(static one => one.Number("wait_sum_ns") ?? 0) is not { } most
            || most.Number("wait_sum_ns") < LeastEnderShare * whole)
            return null;
        return $"for: {most.Text("waker_does")}{In(most.Text("waker_method"))}";
    }

    private string Waits(Row row)
    {
        string longest = row.MaxNs is { } max ? $", max {Milliseconds(max)}" : "";
        return $"{AmountText.Of(row.Count ?? 0, "time")}{longest}";
    }

    // A table has room for three digits of it.
    private string Milliseconds(long ns) => show(ns >= 10_000_000 ? (ns + 500_000) / 1_000_000 * 1_000_000 : ns);

    private static string Samples(Row row) =>
        string.Create(CultureInfo.InvariantCulture, $"{row.Parts.Sum(static one => one.Samples ?? 0):#,##0} samples");

    private string? Collections(Row row)
    {
        TableRow[] pauses = [.. Ask("time/gc").Where(one => one.Number("pid") == row.Pid)];
        return pauses.Length == 0 ? null
            : $"{AmountText.Of(pauses.Length, "pause")}, {Milliseconds(pauses.Sum(static one => one.Number("pause_ns") ?? 0))}";
    }

    private string? Compiled(Row row)
    {
        TableRow[] tiers = [.. Ask("time/jit-tiers").Where(one => one.Number("pid") == row.Pid)];
        return tiers.Length == 0 ? null : $"{AmountText.Of(tiers.Sum(static one => one.Number("count") ?? 0), "method")}";
    }

    private string? Thrown(Row row)
    {
        TableRow[] thrown =
        [
            .. Ask("time/exceptions")
                .Where(one => one.Number("pid") == row.Pid && (row.Method is null || one.Text("method") == row.Method)),
        ];
        if (thrown.Length == 0)
            return null;
        string type = thrown[0].Text("type") ?? "unknown type";
        return $"{AmountText.Of(thrown.Sum(static one => one.Number("count") ?? 0), "throw")} of {type[(type.LastIndexOf('.') + 1)..]}";
    }

    private TableRow[] Ask(string query, params QueryParameter[] more)
    {
        if (!_asked.TryGetValue(query, out TableRow[]? rows))
            _asked[query] = rows = [.. TableRow.All(session.Run(query, stop, [QueryParameter.Of("rec", rec), .. more]))];
        return rows;
    }
}
