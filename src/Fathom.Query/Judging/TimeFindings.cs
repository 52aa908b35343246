using Fathom.Model;
using Fathom.Model.Findings;
using Fathom.Model.Traces;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;

namespace Fathom.Query.Judging;

/// <summary>Judges a recording by rules that are queries. A rule is asked only where its tables were recorded.</summary>
public sealed class TimeFindings
{
    private const string SeverityColumn = "severity";
    private const string NotRecorded = "not recorded";

    /// <summary>Judges.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="facts">The trace; null where the recording holds none.</param>
    /// <param name="rules">The rules.</param>
    /// <param name="words">How findings are written.</param>
    /// <param name="stop">Interrupts a query.</param>
    /// <exception cref="FathomException">A rule of a user is wrong.</exception>
    public TimeFindings(
        QuerySession session, int rec, TraceFacts? facts, IReadOnlyList<TimeRule> rules, FindingWords words, CancellationToken stop)
    {
        RecordedTables recorded = new(session, rec, facts);
        List<TimeFinding> found = [], notJudged = [];
        HashSet<string> tables = [];
        foreach (TimeRule rule in rules)
        {
            if (rule.Header.Needs.Select(recorded.WhyNot).FirstOrDefault(static why => why is not null) is var (reason, next))
            {
                notJudged.Add(NotJudged(rule, NotRecorded, $"{reason.TrimEnd('.')}; {next}"));
                continue;
            }

            tables.UnionWith(rule.Tables(session));
            foreach (TableRow row in rule.Rows(session, rec, stop))
            {
                if (Of(rule, row, words) is { Finding.Severity: Severity.NotJudged } open)
                    notJudged.Add(open);
                else
                    found.Add(Of(rule, row, words));
            }
        }

        Found = found;
        Open = notJudged;
        Tables = tables;
        JudgedCount = rules.Count - notJudged.Select(static open => open.Finding.Rule).Distinct().Count();
    }

    /// <summary>What the rules found.</summary>
    public IReadOnlyList<TimeFinding> Found { get; }

    /// <summary>Rules that could not judge, with the reason as evidence.</summary>
    public IReadOnlyList<TimeFinding> Open { get; }

    /// <summary>The tables that were read.</summary>
    public IReadOnlyCollection<string> Tables { get; }

    /// <summary>How many rules judged.</summary>
    public int JudgedCount { get; }

    private static TimeFinding NotJudged(TimeRule rule, string subject, string evidence) =>
        new(new Finding(rule.Name, Severity.NotJudged, subject, evidence), rule.Header.Order, null, rule.Header.See);

    private static TimeFinding Of(TimeRule rule, TableRow row, FindingWords words)
    {
        RuleHeader header = rule.Header;
        string severity = row.Has(SeverityColumn) ? row.Text(SeverityColumn) ?? header.Severity : header.Severity;
        string says = RuleText.With(header.Says, Value);
        if (SeverityOf(severity) is not { } known)
        {
            throw FathomException.Usage(
                $"Rule '{rule.Name}' says that a finding is '{severity}'.", "a severity is error, warning, info or not judged");
        }

        if (known == Severity.NotJudged)
            return NotJudged(rule, NotRecorded, says);
        string[] next = header.Next is { } step && words.Subject.Count > 0 ? Words(step) : [];
        return new TimeFinding(
            new Finding(rule.Name, known, RuleText.With(header.About, Value), says),
            header.Order,
            next.Length == 0 ? null : words.Join(next),
            header.See);

        string? Value(string column) =>
            row.Value(column) is { IsNull: false } cell ? words.Show(cell, row.Column(column)) : null;

        // The verb comes before the recording, its options behind it. A value is one word, whatever it has in it.
        string[] Words(string text)
        {
            string[] parts = text.Split(' ');
            string[] options = [.. parts[1..].Select(part => part.Contains('{') ? RuleText.With($"[{part}]", Value) : part)];
            return options.Contains("") ? ["fathom", parts[0], .. words.Subject] : ["fathom", parts[0], .. words.Subject, .. options];
        }
    }

    private static Severity? SeverityOf(string word) => word switch
    {
        "error" => Severity.Error,
        "warning" => Severity.Warning,
        "info" => Severity.Info,
        FindingsAnswer.NotJudged => Severity.NotJudged,
        _ => null,
    };
}
