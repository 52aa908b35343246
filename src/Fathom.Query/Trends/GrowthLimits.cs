using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Results;

namespace Fathom.Query.Trends;

/// <summary>
/// Conditions of <c>--fail-if</c> on metrics: <c>rss_bytes=2GiB..</c> is about the newest value, <c>growth.rss_bytes=5MiB..</c> about its slope per hour. The
/// slope of what does not grow counts as zero or below; of what cannot be told there is none, and a limit on it is not judged.
/// </summary>
public sealed class GrowthLimits
{
    private const string Growth = "growth";

    /// <summary>The verdict where there is nothing to judge.</summary>
    public static LimitVerdict Nothing { get; } = new([], []);

    private readonly IReadOnlyList<ResultColumn> _metrics;
    private readonly IReadOnlyList<ResultColumn> _totals;
    private readonly LimitCheck _onValues;
    private readonly LimitCheck _onGrowth;
    private readonly HashSet<string> _slopes = [];

    /// <summary>Binds conditions to the metrics of a watch.</summary>
    /// <exception cref="FathomException">A metric does not exist, a value does not fit it, or its growth says nothing (<see cref="ExitCode.Usage"/>).</exception>
    public GrowthLimits(IReadOnlyList<Condition> conditions, IReadOnlyList<ResultColumn> metrics)
    {
        _metrics = [.. metrics.Select(static metric => metric with { Kind = CellKind.Real })];
        _totals = [new ResultColumn(ResultShape.TotalsKey, CellKind.Text), .. _metrics];
        ResultShape shape = new(_metrics) { TotalsColumns = _totals, TotalsRows = [Growth] };
        _onValues = new LimitCheck(conditions.Where(static condition => !IsOnGrowth(condition)), shape);
        _onGrowth = new LimitCheck(conditions.Where(IsOnGrowth), shape);
        foreach (Condition condition in conditions)
        {
            foreach (ConditionPart part in condition.Parts.Where(static part => part.Row == Growth))
                AddSlope(condition, part);
        }
    }

    /// <summary>Whether there is anything to judge.</summary>
    public bool IsEmpty => _onValues.IsEmpty && _onGrowth.IsEmpty;

    /// <summary>Whether a condition is about metrics; others are about the rows of the verdict.</summary>
    public static bool IsAbout(Condition condition, IReadOnlyList<ResultColumn> metrics) =>
        condition.Parts.Any(part => part.Row is not null || metrics.Any(metric => metric.Name == part.Column));

    /// <summary>Judges the newest values of a process. A limit that they break stays broken, whatever comes.</summary>
    public LimitVerdict JudgeValues(ProcessTrends process) => _onValues.IsEmpty ? Nothing : _onValues.Judge(Values(process), Slopes(null, process));

    /// <summary>Judges the growth of a process as it is now. What seems to grow may turn out to be the rising side of a swing.</summary>
    public LimitVerdict JudgeGrowth(TrendBook book, ProcessTrends process) => _onGrowth.IsEmpty ? Nothing : _onGrowth.Judge(Values(process), Slopes(book, process));

    /// <summary>Judges what was found of a process: its newest values and its growth. What is of parts of the process counts for nothing.</summary>
    public JudgedLimits Judge(IReadOnlyList<TrendFinding> findings)
    {
        Cell[] values = new Cell[_metrics.Count], slopes = new Cell[_totals.Count];
        slopes[0] = Cell.Of(Growth);
        foreach ((TrendLine line, TrendJudgement judgement) in findings.Where(static finding => finding.Line.Item is null))
        {
            for (int i = 0; i < values.Length; i++)
            {
                if (_metrics[i].Name == line.Metric)
                    (values[i], slopes[i + 1]) = (Cell.Of(line.Series.Last), Slope(judgement));
            }
        }

        ResultTable newest = new(_metrics, [values]), growth = new(_totals, [slopes]);
        return new JudgedLimits(_onValues.Judge(newest, growth), _onGrowth.Judge(newest, growth));
    }

    private static bool IsOnGrowth(Condition condition) => condition.Parts.Any(static part => part.Row == Growth);

    private ResultTable Values(ProcessTrends process)
    {
        Cell[] values = new Cell[_metrics.Count];
        for (int i = 0; i < values.Length; i++)
        {
            if (process.Find(_metrics[i].Name) is { Series.Samples: > 0 } line)
                values[i] = Cell.Of(line.Series.Last);
        }

        return new ResultTable(_metrics, [values]);
    }

    private ResultTable Slopes(TrendBook? book, ProcessTrends process)
    {
        Cell[] slopes = new Cell[_totals.Count];
        slopes[0] = Cell.Of(Growth);
        for (int i = 0; book is not null && i < _metrics.Count; i++)
        {
            if (_slopes.Contains(_metrics[i].Name) && process.Find(_metrics[i].Name) is { Series.Samples: > 0 } line)
                slopes[i + 1] = Slope(book.Judge(process, line));
        }

        return new ResultTable(_totals, [slopes]);
    }

    private static Cell Slope(TrendJudgement judgement) => judgement.Verdict switch
    {
        TrendVerdict.Grows => Cell.Of(judgement.Slope),
        TrendVerdict.DoesNotGrow => Cell.Of(Math.Min(0, judgement.Slope)),
        _ => default,
    };

    private void AddSlope(Condition condition, ConditionPart part)
    {
        if (!TrendBook.IsJudged(part.Column))
            throw FathomException.Usage(
                $"'{part.Name}' in '{condition.Option} {condition.Text}' is a sum since the start of the process, which always grows.", "use a metric that can fall, such as growth.rss_bytes=5MiB..");
        _slopes.Add(part.Column);
    }
}
