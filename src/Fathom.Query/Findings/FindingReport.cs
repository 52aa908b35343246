using Fathom.Model;
using Fathom.Model.Findings;
using Fathom.Model.Results;
using Fathom.Model.Threads;
using Fathom.Query.Sessions;
using Fathom.Query.Stacks;

namespace Fathom.Query.Findings;

/// <summary>Judges a recording by all rules that it holds the tables for.</summary>
public sealed class FindingReport
{
    private readonly ThreadReport? _threads;

    /// <summary>Reads the recording.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="stop">Interrupts a query.</param>
    /// <exception cref="FathomException">The recording holds nothing that a rule judges.</exception>
    public FindingReport(QuerySession session, int rec, CancellationToken stop)
    {
        _threads = ThreadLookReader.Has(session, rec, stop) ? new ThreadReport(session, rec, stop) : null;
        FindingLook look = new FindingLookReader(session, rec, stop).Read(_threads?.Look);
        List<(Finding Finding, bool IsWaste)> findings = [];
        List<(string Rule, string Reason)> notJudged = [];
        int unknown = 0;
        foreach (Rule rule in Rules.All)
        {
            if (Missing(rule.Parts, look) is { } missing)
            {
                unknown++;
                findings.Add((NotKnown(rule, missing), rule.IsWaste));
            }
            else if (rule.NotJudged(look) is { } reason)
            {
                notJudged.Add((rule.Name, reason));
            }
            else
            {
                int before = findings.Count;
                findings.AddRange(rule.Find(look).Select(finding => (finding, rule.IsWaste)));
                if (findings.Count == before && Missing(rule.FurtherParts, look) is { } further)
                {
                    unknown++;
                    findings.Add((NotKnown(rule, further), rule.IsWaste));
                }
            }
        }

        if (notJudged.Count == Rules.All.Count)
            throw FathomException.Target($"'{session.Recordings[rec].Path}' holds nothing that a rule can judge.",
                "fathom info RECORDING shows what a recording holds");
        Findings = new ResultTable(
            FindingShapes.Findings.Columns,
            [.. InOrder(findings).Select(static finding => new Cell[]
            {
                Cell.Of(finding.Rule),
                Cell.Of(Word(finding.Severity)),
                Cell.Of(finding.Subject),
                Cell.Of(finding.Evidence),
            })]);
        AppliedCount = Rules.All.Count - notJudged.Count - unknown;
        FoundCount = findings.Count - unknown;
        Notes = [.. notJudged.GroupBy(static entry => entry.Reason).Select(static group => Note([.. group.Select(static entry => entry.Rule)], group.Key))];
    }

    /// <summary>How many rules could judge.</summary>
    public int AppliedCount { get; }

    /// <summary>How many findings there are.</summary>
    public int FoundCount { get; }

    /// <summary>What the rules found: errors, then what names a cause, then waste; the worst first within each, and what is not known behind it.</summary>
    public ResultTable Findings { get; }

    /// <summary>Which rules could not judge, and why.</summary>
    public IReadOnlyList<string> Notes { get; }

    /// <summary>How the threads were looked at; null where the recording has no look at threads.</summary>
    public ThreadLookFacts? Facts => _threads?.Facts;

    /// <summary>Names of all rules.</summary>
    public static IReadOnlyList<string> RuleNames => [.. Rules.All.Select(static rule => rule.Name)];

    /// <summary>Errors, then what names a cause, then waste, which is mostly that of the cause; the worst first within each.</summary>
    internal static IEnumerable<Finding> InOrder(IEnumerable<(Finding Finding, bool IsWaste)> findings) => findings
        .OrderBy(static entry => entry.Finding.Severity == Severity.Error ? 0 : entry.IsWaste ? 2 : 1)
        .ThenBy(static entry => entry.Finding.Severity)
        .Select(static entry => entry.Finding);

    // The parts that were not finished, with the reason; null where all were.
    private static string? Missing(IReadOnlyList<string> parts, FindingLook look) =>
        parts.Where(look.Unfinished.ContainsKey).ToArray() is { Length: > 0 } missing ? $"{string.Join(", ", missing)}: {look.Unfinished[missing[0]]}" : null;

    private static Finding NotKnown(Rule rule, string missing) => new(rule.Name, Severity.NotKnown, "not judged", missing);

    private static string Word(Severity severity) => severity switch
    {
        Severity.NotKnown => "not known",
        _ => severity.ToString().ToLowerInvariant(),
    };

    private static string Note(string[] rules, string reason) =>
        rules.Length == 1 ? $"rule {rules[0]} was not applied: {reason}" : $"rules {string.Join(", ", rules)} were not applied: {reason}";
}
