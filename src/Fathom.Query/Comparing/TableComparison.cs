using Fathom.Model.Results;
using Fathom.Model.Statistics;
using Fathom.Query.Questions;

namespace Fathom.Query.Comparing;

/// <summary>
/// Compares the rows of a verb about recordings of two sides, B minus A. What grows with the time that is recorded is compared by the second, unless
/// whole runs are asked for. A row that a recording does not have is 0 of that, and unknown of quantiles and the like.
/// </summary>
/// <param name="shape">The columns of the verb.</param>
/// <param name="compared">How its rows are compared.</param>
/// <param name="figure">The figure that is compared; null for the usual one.</param>
/// <param name="perSecond">Whether by the second; else by the run.</param>
/// <param name="isJudged">Whether there are enough runs of each side for a verdict.</param>
public sealed class TableComparison(ResultShape shape, ComparedColumns compared, string? figure, bool perSecond, bool isJudged)
{
    /// <summary>The verdict where a change is no more than chance.</summary>
    public const string NoChange = "same";

    /// <summary>The verdict where there are too few runs to tell.</summary>
    public const string NotJudged = "not enough runs";

    private const double Whole = 100;
    private readonly ComparedFigure _figure = new(compared, figure, perSecond);

    /// <summary>The columns of <see cref="Rows"/>.</summary>
    public ResultShape Shape { get; } = ComparisonColumns.Of(
        shape, compared, figure ?? compared.Figure, figure is null && compared.OwnFigure is not null, isJudged);

    /// <summary>The figure that is compared, of rows that are not own code.</summary>
    public string Figure => _figure.Name;

    /// <summary>Whether there are enough runs of each side for a verdict.</summary>
    public bool IsJudged => isJudged;

    /// <summary>The columns by which rows are the same one.</summary>
    public IReadOnlyList<string> Same => compared.Same;

    /// <summary>Whether it is time that threads spend, so that changes of several verbs can be set against each other.</summary>
    public bool IsSpentTime => Unit == ColumnUnit.Nanoseconds && compared.Adds.Contains(_figure.Name);

    /// <summary>The name of the column with the compared figure of a side, or with its change.</summary>
    /// <param name="side">a, b or delta.</param>
    public string Column(string side) => Shape.Columns.First(column => column.Name.StartsWith($"{side}_value", StringComparison.Ordinal)).Name;

    /// <summary>What it measures.</summary>
    public ColumnUnit Unit => UnitOf(_figure.Name);

    /// <summary>By what it is compared, for people; null for what does not grow with the time that is recorded.</summary>
    public string? Per => _figure.Per;

    /// <summary>The figure of rows of own code where it is another one; else null.</summary>
    public string? OwnFigure => _figure.OfOwn;

    /// <summary>The rows of each side added up, where that has a meaning; known after <see cref="Rows"/>.</summary>
    public (double Before, double After)? Sums { get; private set; }

    /// <summary>The rows, by the absolute change.</summary>
    /// <param name="before">The rows of each recording of A, with the time that it recorded.</param>
    /// <param name="after">Those of B.</param>
    public ResultTable Rows(IReadOnlyList<(ResultTable Table, long Ns)> before, IReadOnlyList<(ResultTable Table, long Ns)> after)
    {
        ComparedRun[] all = ComparedRun.All([.. before, .. after], compared), a = all[..before.Count], b = all[before.Count..];
        Sums = compared.Adds.Contains(_figure.Name) && (Sum(a), Sum(b)) is var sums and not (0, 0) ? sums : null;
        return new ResultTable(
            Shape.Columns,
            [
                .. all.SelectMany(static run => run.Keys).Distinct(StringComparer.Ordinal)
                    .Select(key => Compare(key, a, b))
                    .OrderByDescending(static row => row.Weight).ThenBy(static row => row.Key, StringComparer.Ordinal)
                    .Select(static row => row.Cells),
            ]);
    }

    private (string Key, double Weight, Cell[] Cells) Compare(string key, ComparedRun[] a, ComparedRun[] b)
    {
        ComparedRun.Figures[] known = [.. b.Concat(a).Select(run => run.Find(key)).OfType<ComparedRun.Figures>()];
        string figure = _figure.Of(known);
        bool isScaled = _figure.IsScaled(figure);
        double[] before = Values(key, a, figure, isScaled), after = Values(key, b, figure, isScaled);
        double? mean = Mean(before), now = Mean(after), delta = now - mean;
        MeanDifference? bounds = MeanDifference.Of(before, after);
        return (key, Math.Abs(delta ?? now ?? mean ?? 0),
        [
            .. known[0].Same,
            Cell.Of(figure),
            Cell.Of(Status(key, a, b, delta)),
            Cell.Of(Verdict(bounds, UnitOf(figure))),
            Of(delta),
            delta is { } change && mean is > 0 and var whole ? Cell.Of(Whole * change / whole) : default,
            Of(mean),
            Of(now),
            Cell.Of(isScaled ? "second" : "run"),
            Of(bounds?.Low),
            Of(bounds?.High),
            Of(before.Length > 0 ? before.Min() : null),
            Of(before.Length > 0 ? before.Max() : null),
            Of(after.Length > 0 ? after.Min() : null),
            Of(after.Length > 0 ? after.Max() : null),
            .. compared.Figures.SelectMany(column => new[] { Of(Mean(Values(key, a, column, false))), Of(Mean(Values(key, b, column, false))) }),
        ]);
    }

    private ColumnUnit UnitOf(string figure) => shape.Columns.First(column => column.Name == figure).Unit;

    private double[] Values(string key, ComparedRun[] runs, string figure, bool isScaled) =>
        [.. runs.Select(run => run.Value(key, compared, figure, isScaled)).OfType<double>()];

    private double Sum(ComparedRun[] runs) => runs.Average(run => run.Keys.Sum(key => Values(key, [run], _figure.Name, _figure.IsScaled(_figure.Name)).Sum()));

    private static string Status(string key, ComparedRun[] a, ComparedRun[] b, double? delta) =>
        a.All(run => run.Find(key) is null) ? "new" : b.All(run => run.Find(key) is null) ? "vanished"
        : delta switch { null => "unknown", 0 => "same", _ => "changed" };

    private static string Verdict(MeanDifference? bounds, ColumnUnit unit)
    {
        bool isTime = unit == ColumnUnit.Nanoseconds;
        return bounds is not { } known ? NotJudged
            : known.Low > 0 ? (isTime ? "slower" : "more")
            : known.High < 0 ? (isTime ? "faster" : "less")
            : NoChange;
    }

    private static double? Mean(double[] values) => values.Length == 0 ? null : values.Average();

    private static Cell Of(double? value) => value is { } number ? Cell.Of(number) : default;
}
