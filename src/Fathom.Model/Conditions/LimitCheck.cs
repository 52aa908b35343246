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
    /// <exception cref="FathomException">A column or totals row that does not exist, or a value that does not fit (exit 2).</exception>
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

    /// <summary>Judges a result.</summary>
    /// <param name="rows">The rows to judge, the first of them being the ones that a message shows.</param>
    /// <param name="totals">The totals, where the verb has some.</param>
    /// <param name="uncertainty">Figures that no limit is judged by.</param>
    public LimitVerdict Judge(ResultTable rows, ResultTable? totals, Uncertainty? uncertainty = null)
    {
        List<BrokenLimit> broken = [];
        List<string> notJudged = [];
        foreach (Limit limit in _limits)
        {
            if (uncertainty is not null && limit.Uses(uncertainty) is { } uncertain)
            {
                // What is certain may break it alone.
                if (uncertainty.Totals.Count == 0 && uncertainty.Certain(rows) is { } certain && limit.Judge(certain, totals) is { } sure)
                    broken.Add(sure);
                else
                    notJudged.Add($"{limit.Text}: {uncertain} for certain: {uncertainty.Reason}");
            }
            else if (limit.MissingTotal(totals) is { } missing)
                notJudged.Add($"{limit.Text}: {missing} has no value");
            else if (limit.Judge(rows, totals) is { } verdict)
                broken.Add(verdict);
        }

        return new LimitVerdict(broken, notJudged);
    }
}
