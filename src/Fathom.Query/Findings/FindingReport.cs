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
    private readonly ThreadReport _threads;

    /// <summary>Reads the recording.</summary>
    /// <param name="session">The recordings.</param>
    /// <param name="rec">Position of the recording.</param>
    /// <param name="stop">Interrupts a query.</param>
    /// <exception cref="FathomException">The recording holds nothing that a rule judges.</exception>
    public FindingReport(QuerySession session, int rec, CancellationToken stop)
    {
        _threads = new ThreadReport(session, rec, stop);
        List<Finding> findings = [];
        List<string> notJudged = [];
        foreach (ThreadRule rule in ThreadRules.All)
        {
            if (rule.NotJudged(_threads.Look) is { } reason)
                notJudged.Add($"rule {rule.Name} was not applied: {reason}");
            else
                findings.AddRange(rule.Find(_threads.Look));
        }

        Findings = new ResultTable(
            FindingShapes.Findings.Columns,
            [.. findings.OrderBy(static finding => finding.Severity).Select(static finding => new Cell[]
            {
                Cell.Of(finding.Rule),
                Cell.Of(finding.Severity.ToString().ToLowerInvariant()),
                Cell.Of(finding.Subject),
                Cell.Of(finding.Evidence),
            })]);
        Notes = notJudged;
    }

    /// <summary>How many rules could judge.</summary>
    public int AppliedCount => ThreadRules.All.Count - Notes.Count;

    /// <summary>What the rules found, the worst first.</summary>
    public ResultTable Findings { get; }

    /// <summary>Which rules could not judge, and why.</summary>
    public IReadOnlyList<string> Notes { get; }

    /// <summary>How the threads were looked at.</summary>
    public ThreadLookFacts Facts => _threads.Facts;

    /// <summary>What could not be read.</summary>
    public ResultTable Losses() => _threads.Losses();

    /// <summary>Names of all rules.</summary>
    public static IReadOnlyList<string> Rules => [.. ThreadRules.All.Select(static rule => rule.Name)];
}
