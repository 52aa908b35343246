using System.Globalization;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;

namespace Fathom.Query.Why;

/// <summary>
/// Says what limits the recorded programs: what their threads did with the time in which they neither waited for work nor stood still
/// all the time. The parts of that time add up to all of it.
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
    private const int MostCauses = 7;
    private const int MostSteps = 3;
    private const int MostBrief = 3;
    private const double LeastPercent = 1;

    // Of one thread: timers are below it. A recorder makes a runtime compile and write, and who wakes up seldom may be ready for long.
    private const double IdlePercent = 2;
    private const double IdleReadyPercent = 50;
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
        new("evidence", CellKind.Text) { Rank = ColumnRank.Key },
        new("time_ns", CellKind.Integer, ColumnUnit.Nanoseconds) { Rank = ColumnRank.Detail },
        new("count", CellKind.Integer, ColumnUnit.Count) { Rank = ColumnRank.Detail },
        new("max_ns", CellKind.Integer, ColumnUnit.Nanoseconds) { Rank = ColumnRank.Detail },
        new("threads", CellKind.Integer, ColumnUnit.Count) { Rank = ColumnRank.Detail },
        new("look_closer", CellKind.Text) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>The columns of <see cref="AllCauses"/>.</summary>
    public static ResultShape CausesShape { get; } = new(
        [.. Shape.Columns.Where(static column => column.Name is "process" or "pid" or "share_percent" or "cause" or "method" or "time_ns" or "count" or "max_ns")]);

    /// <summary>How the causes of two recordings are compared.</summary>
    public static ComparedColumns Compared { get; } =
        new(["process", "cause", "method"], "time_ns") { Adds = ["time_ns", "count"], Keeps = ["share_percent", "max_ns"] };

    /// <summary>Each cause, however small, and of each program what no rule explains: times that add up to the busy time of all threads.</summary>
    /// <param name="facts">The recording.</param>
    /// <exception cref="FathomException">The recording does not tell what threads did.</exception>
    public ResultTable AllCauses(TraceFacts facts)
    {
        Spent[] busy = Busy(Parts(facts, new MachineLimits(session, rec, stop)));
        long whole = busy.Sum(static one => one.Ns);
        Row[] rows = [.. Rows(busy, whole)];
        ILookup<(string, long), Row> explained = rows.ToLookup(static row => (row.Process, row.Pid));
        ResultTable table = new(Shape.Columns,
        [
            .. rows.Select(row => Cells(row, 0, whole, "", [])),
            .. from process in busy.GroupBy(static one => (one.Process, one.Pid))
               let rest = process.Sum(static one => one.Ns) - explained[process.Key].Sum(static row => row.Ns)
               where rest != 0
               select (Cell[])[Cell.Of(process.Key.Process), Cell.Of(process.Key.Pid), .. Rest(Causes.Unexplained, rest, whole, "")[2..]],
        ]);
        int[] columns = [.. CausesShape.Columns.Select(column => table.IndexOf(column.Name))];
        return new ResultTable(CausesShape.Columns, [.. table.Rows.Select(row => Array.ConvertAll(columns, column => row[column]))]);
    }

    /// <summary>Asks.</summary>
    /// <param name="facts">The recording.</param>
    /// <param name="words">How a command names the recording and the window, behind the verb.</param>
    /// <param name="isBrief">Whether evidence is left out, which costs more questions.</param>
    /// <exception cref="FathomException">The recording does not tell what threads did.</exception>
    public WhyAnswer Answer(TraceFacts facts, IReadOnlyList<string> words, bool isBrief = false)
    {
        string who = facts.Programs is [var program] ? program.Split(" (pid")[0] : "it";
        if (facts.AskedNs < s_shortest.TotalNanoseconds)
        {
            return Nothing(facts.Window is null ? $"Too short to say what limits {who}: {show(facts.AskedNs)} were recorded; record at least a second."
                : $"Too short to say what limits {who}: it is asked about {show(facts.AskedNs)}; ask about a longer part of the time.");
        }

        MachineLimits machine = new(session, rec, stop);
        Spent[] all = Parts(facts, machine), busy = Busy(all);
        long whole = busy.Sum(static one => one.Ns);
        if (all.Length == 0)
            return Nothing($"No thread of {who} was recorded in that time.");
        if (Idle(all, whole, who, facts) is { } idle)
            return Nothing(idle);
        Row[] rows = [.. Rows(busy, whole)];
        Row[] shown =
        [
            .. rows.Where(row => Percent(row.Ns, whole) >= LeastPercent).OrderByDescending(static row => row.Ns)
                .ThenBy(static row => row.Pid).ThenBy(static row => row.Cause.Title, StringComparer.Ordinal)
                .ThenBy(static row => row.Method, StringComparer.Ordinal).Take(MostCauses),
        ];
        Evidence? evidence = isBrief ? null : new(session, rec, show, machine, stop);
        string[] told = [.. shown.Select(row => evidence?.Of(row, facts) ?? "")];
        long explained = rows.Sum(static row => row.Ns), small = explained - shown.Sum(static row => row.Ns);
        List<Cell[]> cells = [.. shown.Select((row, i) => Cells(row, i + 1, whole, told[i], Step(row, words)))];
        if (small > 0)
            cells.Add(Rest(Causes.Other, small, whole, AmountText.Of(rows.Length - shown.Length, "smaller cause")));
        cells.Add(Rest(Causes.Unexplained, whole - explained, whole, Unknown(busy)));
        // What all rows have is said once.
        if (rows.DistinctBy(static row => row.Pid).Take(2).Count() == 1)
            cells.ForEach(row => (row[0], row[1]) = (Cell.Of(rows[0].Process), Cell.Of(rows[0].Pid)));
        ResultTable table = new(Shape.Columns, cells);
        return new WhyAnswer(table, Sentence(shown, rows, whole, who, evidence), Basis(whole, facts), Steps(shown, words))
        {
            BusyNs = whole,
            Machine = facts.HasFigures ? machine.OfWhy() : null,
            Brief = [.. shown.Take(MostBrief).Select(row => $"{row.Cause.Title} {Share(row.Ns, whole)}{In(row.Method)}")],
        };
    }

    private Spent[] Parts(TraceFacts facts, MachineLimits machine)
    {
        bool isThrottled = facts.HasFigures && machine.ThrottledPercent is not null;
        Spent[] all = [.. TableRow.All(Run(Query)).Select(Spent.Of).Select(one => isThrottled ? one.Throttled : one)];
        return all.Length > 0 || facts.Window is not null ? all : throw FathomException.Target(
            $"'{facts.File}': It does not tell when threads ran, were ready and waited.",
            "record it with: fathom record PID --duration 10s --save NAME.fathom");
    }

    private static Spent[] Busy(Spent[] all) => [.. all.Where(static one => !Causes.IsLeftOut(one.Part))];

    private static WhyAnswer Nothing(string sentence) => new(new ResultTable(Shape.Columns, []), sentence, null, []);

    private static string? Idle(Spent[] all, long whole, string who, TraceFacts facts)
    {
        long ready = all.Where(static one => one.Part is "others" or "crowd" or "free" or "throttled").Sum(static one => one.Ns);
        long other = all.Where(static one => one.Part is "events" or "jit" or "unknown").Sum(static one => one.Ns);
        bool isIdle = 100.0 * (whole - ready - other) < IdlePercent * facts.AskedNs && 100.0 * ready < IdleReadyPercent * facts.AskedNs;
        if (facts.RunningNs is null || !isIdle)
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
        foreach (var group in busy.GroupBy(one => Key(one, few.Contains(one.Pid) && one.Samples is not null)))
        {
            (string process, long pid, Cause? cause, string? method) = group.Key;
            if (cause is null || whole == 0)
                continue;
            long? count = Sum(group.Select(static one => one.Count)), max = group.Max(static one => one.MaxNs);
            yield return new Row(process, pid, cause, method, group.Sum(static one => one.Ns), count, max, [.. group]);
        }

        static long? Sum(IEnumerable<long?> counts) => counts.OfType<long>().ToArray() is { Length: > 0 } known ? known.Sum() : null;
    }

    private static (string, long, Cause?, string?) Key(Spent one, bool isFew)
    {
        // A wait of unknown kind is explained as far as its method is.
        Cause? cause = one is { Part: "wait", Kind: null, Method: null } ? null : Causes.Of(isFew ? "few" : one.Part, one.Kind);
        // The two rules of the collector are one cause.
        cause = cause is { Kind: "GC" } ? Causes.Of("gc", null) : cause;
        return (one.Process, one.Pid, cause, cause is not { HasMethod: true } ? null : one.Part == "native" ? one.Kind : one.Method);
    }

    private static string Sentence(Row[] shown, Row[] rows, long whole, string who, Evidence? evidence)
    {
        if (shown.Length == 0)
            return $"Nothing is known of what limits {who}: no cause has {LeastPercent} % of its busy thread time.";
        Row[] group =
        [
            .. rows.GroupBy(static row => (row.Pid, row.Cause.Group)).MaxBy(static same => same.Sum(static row => row.Ns))!
                .OrderByDescending(static row => row.Ns),
        ];
        Row first = group[0];
        string share = Share(group.Sum(static row => row.Ns), whole);
        string of = group.Length == 1 ? "" : $": {Share(first.Ns, whole)}";
        string where = first.Method is { } method ? $"{of} {first.Cause.Where} {method}" : "";
        string more = evidence?.Owner(first) is { } owner ? $", whose {owner}"
            : evidence?.Neighbours(first) is { } neighbours ? $"; {neighbours}"
            : "";
        long unknown = whole - rows.Sum(static row => row.Ns);
        bool isMost = unknown > group.Sum(static row => row.Ns);
        string most = isMost ? $"{Share(unknown, whole)} of the busy thread time is not explained. " : "";
        return $"{most}{first.Process}: {share} of its busy thread time {first.Cause.Does}{where}{more}.";
    }

    private string Basis(long whole, TraceFacts facts) =>
        $"100 % = {show(whole)} of threads on a processor, ready, or in waits other than for work."
        + (NotRecorded(facts).ToArray() is { Length: > 0 } missing ? $" Not recorded: {string.Join(", ", missing)}." : "");

    private static IEnumerable<string> NotRecorded(TraceFacts facts)
    {
        if (facts.RunningNs is null)
            yield return "when threads ran and were ready";
        if (!facts.HasRuntimeEvents)
            yield return "runtime events (GC, locks, exceptions)";
        if (!facts.HasFigures)
        {
            yield return "network";
            yield return "disks";
            yield return "memory over time";
        }
    }

    private static IReadOnlyList<IReadOnlyList<string>> Steps(Row[] shown, IReadOnlyList<string> words) =>
    [
        .. shown.DistinctBy(static row => row.Cause).Select(row => Step(row, words))
            .DistinctBy(static step => string.Join(' ', step)).Take(MostSteps),
    ];

    private static IReadOnlyList<string> Step(Row row, IReadOnlyList<string> words) =>
    [
        "fathom", row.Cause.Verb, .. words,
        .. row.Cause.Options is { } options && row.Method is { } method
            ? options.Split(' ').Select(word => word == "{0}" ? Short(method) : word)
            : [],
    ];

    // Verbs find a method by its type and name; those of compilers are not told apart by these.
    private static string Short(string method)
    {
        int last = method.LastIndexOf('.'), type = last > 0 ? method.LastIndexOf('.', last - 1) : -1;
        return type < 0 || method.AsSpan().ContainsAny('<', '+', '(') ? method : method[(type + 1)..];
    }

    internal static string In(string? method) => method is null ? "" : $" in {Short(method)}";

    private static string Unknown(Spent[] busy)
    {
        long state = busy.Where(static one => one.Part == "unknown").Sum(static one => one.Ns);
        long waits = busy.Where(static one => one is { Part: "wait", Kind: null, Method: null }).Sum(static one => one.Ns);
        return waits == 0 && state == 0 ? "" : state > waits ? "what threads did is not known" : "waits of unknown kind";
    }

    private static Cell[] Cells(Row row, int number, long whole, string evidence, IReadOnlyList<string> step) =>
    [
        Cell.Of(row.Process),
        Cell.Of(row.Pid),
        Cell.Of(number),
        Cell.Of(Percent(row.Ns, whole)),
        Cell.Of(row.Cause.Title),
        Cell.Of(row.Method),
        Cell.Of(evidence),
        Cell.Of(row.Ns),
        Cell.Of(row.Count),
        Cell.Of(row.MaxNs),
        Cell.Of(row.Parts.Max(static one => one.Threads)),
        Cell.Of(string.Join(' ', step)),
    ];

    private static Cell[] Rest(string cause, long ns, long whole, string evidence)
    {
        Cell[] cells = new Cell[Shape.Columns.Count];
        (cells[3], cells[4], cells[7]) = (Cell.Of(Percent(ns, whole)), Cell.Of(cause), Cell.Of(ns));
        cells[6] = evidence.Length > 0 ? Cell.Of(evidence) : default;
        return cells;
    }

    private static double Percent(long ns, long whole) => whole == 0 ? 0 : 100.0 * ns / whole;

    private static string Share(long ns, long whole) => string.Create(CultureInfo.InvariantCulture, $"{Percent(ns, whole):0} %");

    private ResultTable Run(string query) => session.Run(query, stop, QueryParameter.Of("rec", rec));

    /// <summary>A row of <c>why/parts</c>.</summary>
    internal sealed record Spent(
        string Process,
        long Pid,
        string Part,
        string? Kind,
        string? Method,
        long Ns,
        long? Count,
        long? MaxNs,
        long? Samples,
        long? Threads)
    {
        private static readonly string[] s_sampled = ["own", "framework", "native", "gc", "jit", "exception", "events", "unsampled"];

        /// <summary>The same where control groups kept threads from running.</summary>
        public Spent Throttled => Part == "free" ? this with { Part = "throttled" } : this;

        public static Spent Of(TableRow row)
        {
            string part = row.Text("part") ?? "";
            long? count = row.Number("count");
            return new Spent(
                row.Text("process") ?? "",
                row.Number("pid") ?? 0,
                part,
                row.Text("kind"),
                row.Text("method"),
                row.Number("time_ns") ?? 0,
                count,
                row.Number("max_ns"),
                s_sampled.Contains(part) ? count : null,
                row.Number("threads"));
        }
    }

    /// <summary>What one rule explains.</summary>
    internal sealed record Row(string Process, long Pid, Cause Cause, string? Method, long Ns, long? Count, long? MaxNs, Spent[] Parts);
}
