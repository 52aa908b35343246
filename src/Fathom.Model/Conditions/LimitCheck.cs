using Fathom.Model.Results;

namespace Fathom.Model.Conditions;

/// <summary>
/// Judges a result by the conditions of <c>--fail-if</c>. Each describes what is not allowed: it is broken when its totals parts hold and, if it
/// has parts about rows, any row meets all of them.
/// </summary>
public sealed class LimitCheck
{
    /// <summary>How many rows a broken limit lists.</summary>
    public const int MaxEvidence = 3;

    private readonly List<Limit> _limits = [];

    /// <summary>Binds the conditions to the columns of a result that is not computed yet.</summary>
    /// <exception cref="FathomException">A column or totals row that does not exist, or a value that does not fit (<see cref="ExitCode.Usage"/>).</exception>
    public LimitCheck(IEnumerable<Condition> conditions, ResultShape shape)
    {
        foreach (Condition condition in conditions)
        {
            Limit limit = new(condition.Text);
            foreach (ConditionPart part in condition.Parts)
                limit.Add(part, shape, condition.Where);
            _limits.Add(limit);
        }
    }

    /// <summary>Whether there is anything to judge.</summary>
    public bool IsEmpty => _limits.Count == 0;

    /// <summary>What each limit looks for in the rows, in the order they were given; nothing for a limit on totals only.</summary>
    public IReadOnlyList<IReadOnlyList<CellTest>> RowTests => [.. _limits.Select(static limit => limit.RowTests)];

    /// <summary>Judges a result.</summary>
    /// <param name="rows">The rows to judge, the first of them being the ones that a message shows.</param>
    /// <param name="totals">The totals, where the verb has some.</param>
    /// <param name="uncertainty">Figures that no limit is judged by.</param>
    public LimitVerdict Judge(ResultTable rows, ResultTable? totals, Uncertainty? uncertainty = null)
    {
        ResultTable? certain = uncertainty?.Certain(rows);
        return Judge(limit => _limits[limit].Find(rows), certain is null ? null : limit => _limits[limit].Find(certain), totals, uncertainty);
    }

    /// <summary>Judges a result by what was found in its rows.</summary>
    /// <param name="found">For each of <see cref="RowTests"/> the rows that meet it.</param>
    /// <param name="totals">The totals, where the verb has some.</param>
    /// <param name="uncertainty">Figures that no limit is judged by; all rows or none, not some of them.</param>
    public LimitVerdict Judge(IReadOnlyList<FoundRows> found, ResultTable? totals, Uncertainty? uncertainty)
    {
        if (uncertainty?.RowColumn is { } column)
            throw new InvalidOperationException($"Rows that are not certain by their '{column}' cannot be told from what was found.");
        return Judge(limit => found[limit], null, totals, uncertainty);
    }

    private LimitVerdict Judge(Func<int, FoundRows> find, Func<int, FoundRows>? findCertain, ResultTable? totals, Uncertainty? uncertainty)
    {
        List<BrokenLimit> broken = [];
        List<string> notJudged = [];
        for (int i = 0; i < _limits.Count; i++)
        {
            Limit limit = _limits[i];
            if (uncertainty is not null && limit.Uses(uncertainty) is { } uncertain)
            {
                // What is certain may break it alone.
                if (uncertainty.Totals.Count == 0 && findCertain is not null && limit.Judge(findCertain(i), totals) is { } sure)
                    broken.Add(sure);
                else
                    notJudged.Add($"{limit.Text}: {uncertain} for certain: {uncertainty.Reason}");
            }
            else if (limit.MissingTotal(totals) is { } missing)
                notJudged.Add($"{limit.Text}: {missing} has no value");
            else if (limit.Judge(find(i), totals) is { } verdict)
                broken.Add(verdict);
        }

        return new LimitVerdict(broken, notJudged);
    }
}
