using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;

namespace Fathom.Query.Why;

/// <summary>
/// Says what limits the recorded programs: what their threads did with the time in which they neither waited for work nor stood still all the time. The
/// parts of that time add up to all of it.
/// </summary>
/// <param name="session">The recordings.</param>
/// <param name="rec">Position of the recording.</param>
/// <param name="show">Writes a time in nanoseconds for people.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class WhyReport(QuerySession session, int rec, Func<long, string> show, CancellationToken stop)
{
    /// <summary>The query with all parts of the time.</summary>
    public const string Query = "why/parts";

    private const int FewestSamples = 50;
    private const int MostCauses = 8;
    private const int MostSteps = 3;
    private const int MostNeighbours = 3;
    private const double LeastPercent = 1;

    // Of one thread: timers and what a recorder makes a runtime do are below it.
    private const double IdlePercent = 5;
    private static readonly TimeSpan s_shortest = TimeSpan.FromMilliseconds(100);

    /// <summary>The columns of the answer.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("process", CellKind.Text) { Rank = ColumnRank.Common },
        new("pid", CellKind.Integer) { Rank = ColumnRank.Common },
        new("number", CellKind.Integer) { Rank = ColumnRank.Key, Heading = "#" },
        new("share_percent", CellKind.Real, ColumnUnit.Percent) { Rank = ColumnRank.Key, Heading = "share" },
        new("cause", CellKind.Text) { Rank = ColumnRank.Key },
        new("method", CellKind.Text) { Rank = ColumnRank.Key },
        new("evidence", CellKind.Text),
        new("time_ns", CellKind.Integer, ColumnUnit.Nanoseconds) { Rank = ColumnRank.Detail },
        new("count", CellKind.Integer, ColumnUnit.Count) { Rank = ColumnRank.Detail },
        new("max_ns", CellKind.Integer, ColumnUnit.Nanoseconds) { Rank = ColumnRank.Detail },
        new("look_closer", CellKind.Text) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>Asks.</summary>
    /// <param name="facts">The recording.</param>
    /// <param name="words">How a command names the recording and the window, behind the verb.</param>
    public WhyAnswer Answer(TraceFacts facts, IReadOnlyList<string> words)
    {
        Spent[] all = [.. TableRow.All(Run(Query)).Select(Spent.Of)];
        Spent[] busy = [.. all.Where(static one => !Causes.IsLeftOut(one.Part))];
        long whole = busy.Sum(static one => one.Ns);
        string who = facts.Programs is [var program] ? program[..(program.IndexOf(" (pid", StringComparison.Ordinal) is var at and > 0 ? at : program.Length)] : "it";
        if (facts.AskedNs < s_shortest.TotalNanoseconds)
            return Nothing($"Too short to say what limits {who}: {show(facts.AskedNs)} were recorded; record at least a second.");
        if (all.Length == 0)
            return Nothing($"No thread of {who} was recorded in that time.");
        if (Idle(all, whole, who, facts) is { } idle)
            return Nothing(idle);
        Row[] rows = [.. Rows(busy, whole)];
        Row[] shown =
        [
            .. rows.Where(row => Percent(row.Ns, whole) >= LeastPercent).OrderByDescending(static row => row.Ns).Take(MostCauses)
                .GroupBy(static row => row.Cause.Group).OrderByDescending(static group => group.Sum(static row => row.Ns)).SelectMany(static group => group),
        ];
        Evidence evidence = new(session, rec, show, stop);
        string[] told = [.. shown.Select(row => evidence.Of(row, facts))];
        long explained = rows.Sum(static row => row.Ns);
        List<Cell[]> cells = [.. shown.Select((row, i) => Cells(row, i + 1, whole, told[i], Step(row, words)))];
        if (explained > shown.Sum(static row => row.Ns))
            cells.Add(Rest(Causes.Other, explained - shown.Sum(static row => row.Ns), whole, $"{Count(rows.Length - shown.Length, "smaller cause")}"));
        cells.Add(Rest(Causes.Unexplained, whole - explained, whole, Unknown(busy)));
        return new WhyAnswer(new ResultTable(Shape.Columns, cells), Sentence(shown, rows, whole, who, evidence), Basis(whole, facts), Steps(shown, words))
        {
            Brief = [.. shown.Take(MostSteps + 1).Select(row => string.Create(CultureInfo.InvariantCulture, $"{row.Cause.Title} {Share(row.Ns, whole)}{(row.Method is { } method ? $" in {method}" : "")}"))],
        };
    }

    private static WhyAnswer Nothing(string sentence) => new(new ResultTable(Shape.Columns, []), sentence, null, []);

    private static string? Idle(Spent[] all, long whole, string who, TraceFacts facts)
    {
        long tracing = all.Where(static one => one.Part == "events").Sum(static one => one.Ns);
        if (100.0 * (whole - tracing) >= IdlePercent * facts.AskedNs)
            return null;
        long running = all.Where(static one => one.Samples is not null || one.Part == "unsampled").Sum(static one => one.Ns);
        string ran = (100.0 * running / facts.AskedNs).ToString("0.0", CultureInfo.InvariantCulture);
        return $"{who} is idle: its threads ran {ran} % of the time and waited for work.";
    }

    // Of few samples no method is blamed.
    private static IEnumerable<Row> Rows(Spent[] busy, long whole)
    {
        HashSet<long> few =
        [
            .. busy.Where(static one => one.Samples is not null).GroupBy(static one => one.Pid)
                .Where(static process => process.Sum(static one => one.Count ?? 0) < FewestSamples).Select(static process => process.Key),
        ];
        foreach (IGrouping<(string, long, Cause?, string?), Spent> group in busy.GroupBy(one => Key(one, few.Contains(one.Pid) && one.Samples is not null)))
        {
            if (group.Key is var (process, pid, cause, method) && cause is not null && whole > 0)
                yield return new Row(process, pid, cause, method, group.Sum(static one => one.Ns), Sum(group.Select(static one => one.Count)), group.Max(static one => one.MaxNs), [.. group]);
        }

        static long? Sum(IEnumerable<long?> counts) => counts.OfType<long>().ToArray() is { Length: > 0 } known ? known.Sum() : null;
    }

    private static (string, long, Cause?, string?) Key(Spent one, bool isFew)
    {
        Cause? cause = isFew ? null : Causes.Of(one.Part, one.Kind);
        // The two rules of the collector are one cause.
        cause = cause is { Kind: "GC" } ? Causes.Of("gc", null) : cause;
        return (one.Process, one.Pid, cause, cause is not { HasMethod: true } ? null : one.Part == "native" ? one.Kind : one.Method);
    }

    private string Sentence(Row[] shown, Row[] rows, long whole, string who, Evidence evidence)
    {
        if (shown.Length == 0)
            return $"Nothing is known of what limits {who}: no cause has {LeastPercent} % of its busy thread time.";
        Row first = shown[0];
        Row[] group = [.. rows.Where(row => row.Cause.Group == first.Cause.Group && row.Pid == first.Pid)];
        long sum = group.Sum(static row => row.Ns);
        string name = group.Length == 1 || first.Method is null ? "" : $" ({Share(first.Ns, whole)})";
        string where = first.Method is { } method ? $", {(first.Cause.Where == "in" && group.Length > 1 ? "most of it in" : first.Cause.Where)} {method}{name}" : "";
        string more = evidence.Owner(first) is { } owner ? $", {owner}" : evidence.Neighbours(first) is { } neighbours ? $"; {neighbours}" : "";
        return $"{first.Process}: {Share(sum, whole)} of its busy thread time {first.Cause.Does}{where}{more}.";
    }

    private string Basis(long whole, TraceFacts facts) =>
        $"100 % = {show(whole)} of threads on a processor, ready, or in waits other than for work. Not recorded: "
        + string.Join(", ", facts.Formats.Contains("nettrace") ? ["network", "disks", "memory over time"] : ["runtime events (GC, locks, exceptions)", "network", "disks"]) + ".";

    private static IReadOnlyList<IReadOnlyList<string>> Steps(Row[] shown, IReadOnlyList<string> words) =>
        [.. shown.Select(row => Step(row, words)).DistinctBy(static step => string.Join(' ', step)).Take(MostSteps)];

    private static IReadOnlyList<string> Step(Row row, IReadOnlyList<string> words) =>
    [
        "fathom", row.Cause.Verb, .. words,
        .. row.Cause.Options is { } options && row.Method is { } method
            ? options.Split(' ').Select(word => word == "{0}" ? method : word)
            : [],
    ];

    private static string Unknown(Spent[] busy)
    {
        long state = busy.Where(static one => one.Part == "unknown").Sum(static one => one.Ns);
        long waits = busy.Where(static one => one.Part == "wait" && Causes.Of(one.Part, one.Kind) is null).Sum(static one => one.Ns);
        return waits == 0 && state == 0 ? "" : state > waits ? "what threads did is not known" : "waits of unknown kind";
    }

    private static Cell[] Cells(Row row, int number, long whole, string evidence, IReadOnlyList<string> step) =>
    [
        Cell.Of(row.Process), Cell.Of(row.Pid), Cell.Of(number), Cell.Of(Percent(row.Ns, whole)), Cell.Of(row.Cause.Title), Cell.Of(row.Method),
        Cell.Of(evidence), Cell.Of(row.Ns), Cell.Of(row.Count), Cell.Of(row.MaxNs), Cell.Of(string.Join(' ', step)),
    ];

    private static Cell[] Rest(string cause, long ns, long whole, string evidence) =>
    [
        default, default, default, Cell.Of(Percent(ns, whole)), Cell.Of(cause), default, evidence.Length > 0 ? Cell.Of(evidence) : default, Cell.Of(ns), default, default, default,
    ];

    private static double Percent(long ns, long whole) => whole == 0 ? 0 : 100.0 * ns / whole;

    private static string Share(long ns, long whole) => string.Create(CultureInfo.InvariantCulture, $"{Percent(ns, whole):0} %");

    private static string Count(int count, string one) => string.Create(CultureInfo.InvariantCulture, $"{count} {one}{(count == 1 ? "" : "s")}");

    private ResultTable Run(string query) => session.Run(query, stop, QueryParameter.Of("rec", rec));

    /// <summary>A row of <c>why/parts</c>.</summary>
    internal sealed record Spent(string Process, long Pid, string Part, string? Kind, string? Method, long Ns, long? Count, long? MaxNs, long? Samples, long? Threads)
    {
        public static Spent Of(TableRow row) => new(
            row.Text("process") ?? "", row.Number("pid") ?? 0, row.Text("part") ?? "", row.Text("kind"), row.Text("method"), row.Number("time_ns") ?? 0,
            row.Number("count"), row.Number("max_ns"), row.Text("part") is "own" or "framework" or "native" or "gc" or "jit" or "exception" or "events" or "unsampled" ? row.Number("count") : null,
            row.Number("threads"));
    }

    /// <summary>What one rule explains.</summary>
    internal sealed record Row(string Process, long Pid, Cause Cause, string? Method, long Ns, long? Count, long? MaxNs, Spent[] Parts);

    /// <summary>What the recording tells of a cause besides its time.</summary>
    private sealed class Evidence(QuerySession session, int rec, Func<long, string> show, CancellationToken stop)
    {
        private readonly Dictionary<string, TableRow[]> _asked = [];

        public string Of(Row row, TraceFacts facts) => row.Cause.Title switch
        {
            "wait: lock" => Owner(row) ?? Waits(row),
            "GC" => Collections(row) ?? Samples(row),
            "run: JIT compiler" => Compiled(row) ?? Samples(row),
            "run: exceptions" => Thrown(row) ?? Samples(row),
            "ready: others ran" => Neighbours(row) ?? "",
            "ready: own ran" => facts.Processors is { } processors ? $"on {Count(processors, "processor")}" : "",
            "ready: woken" => "a processor was free",
            _ when row.Cause.Part == "wait" => Waits(row),
            _ => Samples(row),
        };

        /// <summary>What the thread that had the lock did for most of the time; null where that is not known.</summary>
        public string? Owner(Row row)
        {
            if (row.Cause.Kind != "lock" || row.Method is null)
                return null;
            TableRow[] locks = [.. Ask("time/locks").Where(one => one.Number("pid") == row.Pid && one.Text("method") == row.Method)];
            if (locks.MaxBy(static one => one.Number("wait_sum_ns") ?? 0) is not { } most || most.Text("owner_does") is not { } does)
                return null;
            string doing = does switch { "runs" => "runs", "ready" => "waits for a processor", "sleep" => "sleeps", "waits" => "waits", "file" => "waits for a file", _ => $"waits: {does}" };
            return most.Text("owner_method") is { } method ? $"owner {doing} in {method}" : $"owner {doing}";
        }

        /// <summary>Who had the processors; null for other causes.</summary>
        public string? Neighbours(Row row)
        {
            if (row.Cause.Part != "others")
                return null;
            string[] names =
            [
                .. Ask("why/processors").Take(MostNeighbours).Where(static one => one.Real("percent") >= LeastPercent)
                    .Select(static one => string.Create(CultureInfo.InvariantCulture, $"{one.Text("process")} {one.Real("percent"):0} %")),
            ];
            return names.Length == 0 ? null : $"CPU: {string.Join(", ", names)}";
        }

        private string Waits(Row row)
        {
            long threads = row.Parts.Max(static one => one.Threads ?? 0);
            string longest = row.MaxNs is { } max ? $", longest {show(max)}" : "";
            return string.Create(CultureInfo.InvariantCulture, $"{row.Count:#,##0} times{longest}, {Count(threads, "thread")}");
        }

        private static string Samples(Row row) =>
            string.Create(CultureInfo.InvariantCulture, $"{row.Parts.Sum(static one => one.Samples ?? 0):#,##0} samples");

        private string? Collections(Row row)
        {
            TableRow[] pauses = [.. Ask("time/gc").Where(one => one.Number("pid") == row.Pid)];
            return pauses.Length == 0 ? null
                : $"{Count(pauses.Length, "collection")}, {show(pauses.Sum(static one => one.Number("pause_ns") ?? 0))} of pauses";
        }

        private string? Compiled(Row row)
        {
            TableRow[] tiers = [.. Ask("time/jit-tiers").Where(one => one.Number("pid") == row.Pid)];
            return tiers.Length == 0 ? null : $"{Count(tiers.Sum(static one => one.Number("count") ?? 0), "method")} compiled";
        }

        private string? Thrown(Row row)
        {
            TableRow[] thrown = [.. Ask("time/exceptions").Where(one => one.Number("pid") == row.Pid && (row.Method is null || one.Text("method") == row.Method))];
            return thrown.Length == 0 ? null
                : $"{Count(thrown.Sum(static one => one.Number("count") ?? 0), "throw")} of {thrown[0].Text("type")}";
        }

        private TableRow[] Ask(string query)
        {
            if (!_asked.TryGetValue(query, out TableRow[]? rows))
                _asked[query] = rows = [.. TableRow.All(session.Run(query, stop, QueryParameter.Of("rec", rec)))];
            return rows;
        }

        private static string Count(long count, string one) => string.Create(CultureInfo.InvariantCulture, $"{count:#,##0} {one}{(count == 1 ? "" : "s")}");
    }
}
