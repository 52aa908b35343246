using Fathom.Model.Results;
using Fathom.Query.Questions;

namespace Fathom.Query.Comparing;

/// <summary>
/// The rows of a verb over recordings, the oldest first. The newest stands beside the median of those before it. Times, counts and bytes are those of a
/// recorded second, or of a whole run.
/// </summary>
/// <param name="shape">The columns of the verb.</param>
/// <param name="compared">How its rows are compared.</param>
/// <param name="figure">The figure that is followed; null for the usual one.</param>
/// <param name="perSecond">Whether by the second; else by the run.</param>
public sealed class TableTrend(ResultShape shape, ComparedColumns compared, string? figure, bool perSecond)
{
    /// <summary>Of so many recordings it is told whether the newest is outside of the others.</summary>
    public const int FewestForOutside = FewestBefore + 1;

    /// <summary>The name of the column for that.</summary>
    public const string Outside = "is_outside";

    // Of fewer runs before it the newest is often far from all of them by chance.
    private const int FewestBefore = 3;
    private const double Whole = 100;

    private readonly ComparedFigure _figure = new(compared, figure, perSecond);

    /// <summary>The columns of <see cref="Rows"/>.</summary>
    public ResultShape Shape { get; } = ShapeOf(shape, compared, figure,
    [
        (name, unit) => new($"usual_{name}", CellKind.Real, unit) { Heading = "usual", Rank = ColumnRank.Key },
        (name, unit) => new($"last_{name}", CellKind.Real, unit) { Heading = "last", Rank = ColumnRank.Key },
        static (_, _) => new("delta_percent", CellKind.Real, ColumnUnit.Percent),
        static (_, _) => new("trend", CellKind.Text) { Rank = ColumnRank.Key },
        static (_, _) => new(Outside, CellKind.Boolean) { Heading = "outside" },
        (name, unit) => new($"delta_{name}", CellKind.Real, unit) { Heading = "delta", Rank = ColumnRank.Detail },
        (name, unit) => new($"lowest_{name}", CellKind.Real, unit) { Rank = ColumnRank.Detail },
        (name, unit) => new($"highest_{name}", CellKind.Real, unit) { Rank = ColumnRank.Detail },
        static (_, _) => new("runs", CellKind.Integer, ColumnUnit.Count) { Rank = ColumnRank.Detail },
        static (_, _) => new("per", CellKind.Text) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>The columns of <see cref="Each"/>.</summary>
    public ResultShape EachShape { get; } = ShapeOf(shape, compared, figure,
    [
        static (_, _) => new("run", CellKind.Integer) { Rank = ColumnRank.Key },
        static (_, _) => new("recording", CellKind.Text) { Rank = ColumnRank.Key },
        static (_, _) => new("utc", CellKind.Text),
        (name, unit) => new(name, CellKind.Real, unit) { Rank = ColumnRank.Key },
        static (_, _) => new("per", CellKind.Text) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>The figure that is followed, of rows that are not own code.</summary>
    public string Figure => _figure.Name;

    /// <summary>The figure of rows of own code where it is another one; else null.</summary>
    public string? OwnFigure => _figure.OfOwn;

    /// <summary>By what it is told, for people; null for what does not grow with the time that is recorded.</summary>
    public string? Per => _figure.Per;

    /// <summary>The rows, by how far the newest recording is from what is usual.</summary>
    /// <param name="runs">The rows of each recording with the time that it recorded, the oldest first; at least two.</param>
    public ResultTable Rows(IReadOnlyList<(ResultTable Table, long Ns)> runs) => new(
        Shape.Columns,
        [
            .. Read(runs).Select(Row).OrderByDescending(static row => row.Weight).ThenByDescending(static row => row.Highest)
                .ThenBy(static row => row.Key, StringComparer.Ordinal).Select(static row => row.Cells),
        ]);

    /// <summary>The same, a row for each recording; those of one thing stand together.</summary>
    /// <param name="runs">As of <see cref="Rows"/>.</param>
    /// <param name="recordings">The name of each, and when it began.</param>
    public ResultTable Each(IReadOnlyList<(ResultTable Table, long Ns)> runs, IReadOnlyList<(string Name, string Utc)> recordings) => new(
        EachShape.Columns,
        [
            .. Read(runs).Select(one => (One: one, Row: Row(one))).OrderByDescending(static each => each.Row.Weight)
                .ThenByDescending(static each => each.Row.Highest).ThenBy(static each => each.One.Key, StringComparer.Ordinal)
                .SelectMany(each => recordings.Select((recording, i) => (Cell[])
                [
                    .. each.One.Same, Cell.Of(each.One.Figure), Cell.Of(i + 1), Cell.Of(recording.Name), Cell.Of(recording.Utc), Of(each.One.Values[i]),
                    PerOf(each.One),
                ])),
        ]);

    private IEnumerable<Followed> Read(IReadOnlyList<(ResultTable Table, long Ns)> runs)
    {
        ComparedRun[] read = ComparedRun.All(runs, compared);
        foreach (string key in read.SelectMany(static run => run.Keys).Distinct(StringComparer.Ordinal))
        {
            ComparedRun.Figures[] known = [.. read.Reverse().Select(run => run.Find(key)).OfType<ComparedRun.Figures>()];
            string of = _figure.Of(known);
            bool isScaled = _figure.IsScaled(of);
            yield return new Followed(key, known[0].Same, of, isScaled, [.. read.Select(run => run.Value(key, compared, of, isScaled))], known.Length);
        }
    }

    private (string Key, double Weight, double Highest, Cell[] Cells) Row(Followed one)
    {
        double? last = one.Values[^1];
        double[] known = [.. one.Values.OfType<double>()], before = [.. one.Values[..^1].OfType<double>().Order()];
        double? usual = before.Length == 0 ? null : (before[(before.Length - 1) / 2] + before[before.Length / 2]) / 2, delta = last - usual;
        // It is farther from all others than these are from each other.
        double apart = before.Length == 0 ? 0 : before[^1] - before[0];
        bool? isOutside = before.Length < FewestBefore || last is not { } value ? null : value < before[0] - apart || value > before[^1] + apart;
        return (one.Key, Math.Abs(delta ?? last ?? usual ?? 0), known.DefaultIfEmpty().Max(),
        [
            .. one.Same,
            Cell.Of(one.Figure),
            Of(usual),
            Of(last),
            delta is { } change && usual is > 0 and var whole ? Cell.Of(Whole * change / whole) : default,
            Cell.Of(TrendBars.Of(one.Values)),
            isOutside is { } outside ? Cell.Of(outside) : default,
            Of(delta),
            Of(known.Length > 0 ? known.Min() : null),
            Of(known.Length > 0 ? known.Max() : null),
            Cell.Of(one.Runs),
            PerOf(one),
        ]);
    }

    private static Cell PerOf(Followed one) => Cell.Of(one.IsScaled ? "second" : "run");

    private static ResultShape ShapeOf(
        ResultShape shape, ComparedColumns compared, string? figure, IEnumerable<Func<string, ColumnUnit, ResultColumn>> columns)
    {
        ColumnUnit unit = Find(figure ?? compared.Figure).Unit;
        return new ResultShape(
        [
            .. compared.Same.Select(Find),
            new("figure", CellKind.Text) { Rank = figure is null && compared.OwnFigure is not null ? ColumnRank.Usual : ColumnRank.Detail },
            .. columns.Select(make => make(ComparisonColumns.ValueOf(unit), unit)),
        ])
        {
            Hidden = [.. compared.Same.Intersect(shape.Hidden)],
        };

        ResultColumn Find(string name) => shape.Columns.First(column => column.Name == name);
    }

    private static Cell Of(double? value) => value is { } number ? Cell.Of(number) : default;

    // A row over all recordings; a value is null where its recording does not tell it.
    private sealed record Followed(string Key, Cell[] Same, string Figure, bool IsScaled, double?[] Values, int Runs);
}
