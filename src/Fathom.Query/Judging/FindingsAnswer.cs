using Fathom.Model;
using Fathom.Model.Findings;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Query.Findings;
using Fathom.Query.Sessions;
using Fathom.Query.Time;

namespace Fathom.Query.Judging;

/// <summary>Judges recordings by all rules: those about a moment of a process, and those about its time.</summary>
/// <param name="session">The recordings.</param>
/// <param name="own">Rules of the user.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class FindingsAnswer(QuerySession session, IReadOnlyList<TimeRule> own, CancellationToken stop)
{
    /// <summary>The severity of a rule that could not judge because its data was not recorded.</summary>
    public const string NotJudged = "not judged";

    private const string Page = "docs/findings.md#";

    private readonly List<(string Recording, TimeFinding Finding, bool IsOpen)> _rows = [];
    private readonly HashSet<string> _tables = [];

    /// <summary>How many rules judged, added over recordings.</summary>
    public int AppliedCount { get; private set; }

    /// <summary>How many findings there are.</summary>
    public int FoundCount { get; private set; }

    /// <summary>How many recordings have findings.</summary>
    public int FoundIn => _rows.Where(static row => !row.IsOpen).Select(static row => row.Recording).Distinct().Count();

    /// <summary>How many rules could not judge because their data was not recorded.</summary>
    public int OpenCount => _rows.Select(static row => row.Finding.Finding).Where(static one => one.Severity == Severity.NotJudged)
        .Select(static one => one.Rule).Distinct().Count();

    /// <summary>The rules about a moment; null where no recording has one.</summary>
    public FindingReport? Moment { get; private set; }

    /// <summary>The trace that was judged last; null where no recording has one.</summary>
    public TraceFacts? Trace { get; private set; }

    /// <summary>The tables that rules about time have read.</summary>
    public IReadOnlyCollection<string> Tables => _tables;

    /// <summary>The commands that look closer, of the worst findings first.</summary>
    public IEnumerable<string> Next => Ordered().Select(static row => row.Finding.Next).OfType<string>().Distinct();

    /// <summary>A row for each finding, errors first, then for each rule that could not judge.</summary>
    public ResultTable Rows => new(FindingShapes.Findings.Columns, [.. Ordered().Select(static row => Cells(row.Recording, row.Finding))]);

    /// <summary>Whether a recording has a trace, whose time is judged.</summary>
    /// <param name="rec">Position of the recording.</param>
    public bool HasTime(int rec) => session.Recordings[rec].PartFiles(TraceRow.Schema.Name).Count > 0;

    /// <summary>Judges one of the recordings.</summary>
    /// <param name="rec">Its position.</param>
    /// <param name="bounds">The part of its time; null for all of it.</param>
    /// <param name="words">How findings are written.</param>
    /// <param name="name">What the recording is called.</param>
    /// <param name="show">Writes a time in nanoseconds for people.</param>
    /// <exception cref="FathomException">It holds nothing that a rule judges, or a rule of the user is wrong.</exception>
    public void Judge(int rec, TimeBounds? bounds, FindingWords words, string name, Func<long, string> show)
    {
        bool hasTime = HasTime(rec);
        TraceReport? trace = hasTime || bounds is not null ? new TraceReport(session, rec, stop) : null;
        if (trace is null)
            (session.Window, session.Zero) = (null, null);
        else
            trace.Ask(bounds, show);
        FindingReport moment = new(session, rec, stop);
        if (!hasTime && moment.IsEmpty && own.Count == 0)
        {
            throw FathomException.Target(
                $"'{session.Recordings[rec].Path}' holds nothing that a rule can judge.",
                "fathom info RECORDING shows what a recording holds");
        }

        if (!moment.IsEmpty)
        {
            Moment = moment;
            AppliedCount += moment.AppliedCount;
            FoundCount += moment.FoundCount;
            Add(moment.Findings.Select(static one => new TimeFinding(one, 0, null, Page + one.Rule)));
        }

        TraceFacts? facts = trace?.Facts();
        Trace = facts ?? Trace;
        TimeFindings time = new(session, rec, facts, hasTime ? [.. TimeRule.Shipped, .. own] : own, words, stop);
        AppliedCount += time.JudgedCount;
        FoundCount += time.Found.Count;
        _tables.UnionWith(time.Tables);
        Add(time.Found);
        Add(time.Open);

        void Add(IEnumerable<TimeFinding> findings) => _rows.AddRange(findings.Select(one => (name, one, IsOpen(one.Finding.Severity))));
    }

    private IEnumerable<(string Recording, TimeFinding Finding, bool IsOpen)> Ordered() => _rows
        .OrderBy(static row => row.IsOpen).ThenBy(static row => row.Finding.Finding.Severity != Severity.Error)
        .ThenBy(static row => row.Finding.Order > 0 && !row.IsOpen ? row.Finding.Finding.Severity : 0)
        .ThenBy(static row => row.Finding.Order);

    private static bool IsOpen(Severity severity) => severity is Severity.NotKnown or Severity.NotJudged;

    private static Cell[] Cells(string recording, TimeFinding one) =>
    [
        Cell.Of(recording),
        Cell.Of(one.Finding.Rule),
        Cell.Of(Word(one.Finding.Severity)),
        Cell.Of(one.Finding.Subject),
        Cell.Of(one.Finding.Evidence),
        Cell.Of(one.Next),
        Cell.Of(one.See),
    ];

    private static string Word(Severity severity) => severity switch
    {
        Severity.NotKnown => "not known",
        Severity.NotJudged => NotJudged,
        _ => severity.ToString().ToLowerInvariant(),
    };
}
