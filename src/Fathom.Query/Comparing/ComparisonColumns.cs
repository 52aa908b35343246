using Fathom.Model.Results;
using Fathom.Query.Questions;

namespace Fathom.Query.Comparing;

/// <summary>The columns of a comparison of two sides.</summary>
public static class ComparisonColumns
{
    /// <summary>The word that says whether a row is new, vanished, changed, the same or unknown.</summary>
    public const string Status = "status";

    /// <summary>The word that says whether runs tell a change from chance.</summary>
    public const string Verdict = "verdict";

    private const string Value = "value";

    /// <summary>The columns.</summary>
    /// <param name="shape">Those of the verb.</param>
    /// <param name="compared">How its rows are compared.</param>
    /// <param name="figure">The figure that is compared.</param>
    /// <param name="hasOwn">Whether it is another one in rows of own code.</param>
    /// <param name="isJudged">Whether there are enough runs of each side for a verdict.</param>
    public static ResultShape Of(ResultShape shape, ComparedColumns compared, string figure, bool hasOwn, bool isJudged)
    {
        ResultColumn main = Find(figure);
        string unit = UnitOf(main.Unit);
        // Three texts beside four numbers are too wide for a table.
        const int wide = 3;
        ColumnRank sides = compared.Same.Select(Find).Count(static column => column.Rank == ColumnRank.Key) < wide ? ColumnRank.Key : ColumnRank.Usual;
        return new ResultShape(
        [
            .. compared.Same.Select(Find),
            new("figure", CellKind.Text) { Rank = hasOwn ? ColumnRank.Usual : ColumnRank.Detail },
            new(Status, CellKind.Text) { Rank = ColumnRank.Detail },
            new(Verdict, CellKind.Text) { Rank = isJudged ? ColumnRank.Key : ColumnRank.Detail },
            Real($"delta_{Value}{unit}", "delta", ColumnRank.Key),
            new("delta_percent", CellKind.Real, ColumnUnit.Percent),
            Real($"a_{Value}{unit}", "before", sides),
            Real($"b_{Value}{unit}", "after", sides),
            new("per", CellKind.Text) { Rank = ColumnRank.Detail },
            Real($"delta_lowest{unit}", null, ColumnRank.Detail),
            Real($"delta_highest{unit}", null, ColumnRank.Detail),
            Real($"a_lowest{unit}", null, ColumnRank.Detail),
            Real($"a_highest{unit}", null, ColumnRank.Detail),
            Real($"b_lowest{unit}", null, ColumnRank.Detail),
            Real($"b_highest{unit}", null, ColumnRank.Detail),
            .. compared.Figures.Select(Find).SelectMany(static column => new[] { Sided("a", "before", column), Sided("b", "after", column) }),
        ])
        {
            Hidden = [.. compared.Same.Intersect(shape.Hidden)],
        };

        ResultColumn Find(string name) => shape.Columns.First(column => column.Name == name);

        ResultColumn Real(string name, string? heading, ColumnRank rank) =>
            new(name, CellKind.Real, main.Unit) { Heading = heading, Rank = rank };
    }

    /// <summary>The end of the name of a column with a compared figure.</summary>
    /// <param name="unit">What the figure measures.</param>
    public static string ValueOf(ColumnUnit unit) => Value + UnitOf(unit);

    private static string UnitOf(ColumnUnit unit) => unit switch
    {
        ColumnUnit.Nanoseconds => "_ns",
        ColumnUnit.Bytes => "_bytes",
        ColumnUnit.Percent => "_percent",
        _ => "",
    };

    // A mean of several runs has a fraction.
    private static ResultColumn Sided(string side, string heading, ResultColumn column) =>
        new($"{side}_{column.Name}", CellKind.Real, column.Unit) { Heading = $"{heading}_{column.ShortName}", Rank = ColumnRank.Detail };
}
