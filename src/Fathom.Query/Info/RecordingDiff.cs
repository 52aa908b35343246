using System.Globalization;
using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Info;

/// <summary>What differs between two recordings: machine, environment, recorder, losses and sizes.</summary>
/// <param name="session">Both recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class RecordingDiff(QuerySession session, CancellationToken stop)
{
    private const string Same = "same";
    private const double Whole = 100;

    /// <summary>The columns.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("part", CellKind.Text),
        new("item", CellKind.Text),
        new("fact", CellKind.Text),
        new("status", CellKind.Text),
        new("delta", CellKind.Real),
        new("delta_percent", CellKind.Real, ColumnUnit.Percent),
        new("a", CellKind.Text),
        new("b", CellKind.Text, ColumnUnit.Sentence),
    ]);

    /// <summary>How many facts of both recordings are equal; known after <see cref="Rows"/>.</summary>
    public int SameCount { get; private set; }

    /// <summary>Why the environments were not compared; null where they were. Known after <see cref="Rows"/>.</summary>
    public string? NoEnvironment { get; private set; }

    /// <summary>The rows, B compared with A.</summary>
    /// <param name="all">Whether those are shown that are equal, and figures that differ at any moment.</param>
    public ResultTable Rows(bool all)
    {
        RecordingSheet sheet = new(session, stop);
        List<SheetFact> a = [.. sheet.Of(0)], b = [.. sheet.Of(1)];
        LeaveOutEnvironment(a, b);
        Dictionary<(string, string?, string), SheetFact> before = a.ToDictionary(static fact => fact.Key), after = b.ToDictionary(static fact => fact.Key);
        List<Cell[]> rows = [];
        foreach (SheetFact fact in a.Concat(b.Where(fact => !before.ContainsKey(fact.Key))).OrderBy(static fact => Array.IndexOf(RecordingSheet.Parts, fact.Part)))
        {
            string? old = before.TryGetValue(fact.Key, out SheetFact was) ? was.Value : null, now = after.TryGetValue(fact.Key, out SheetFact isNow) ? isNow.Value : null;
            if (old == now)
                SameCount++;
            if (all || (old != now && !fact.IsFigure))
                rows.Add(Row(fact, old, now));
        }

        return new ResultTable(Shape.Columns, rows);
    }

    private static Cell[] Row(SheetFact fact, string? old, string? now)
    {
        (long? a, long? b) = (Number(old), Number(now));
        double? delta = (double?)b - a;
        return
        [
            Cell.Of(fact.Part),
            Cell.Of(fact.Item),
            Cell.Of(fact.Name),
            Cell.Of(old is null ? "new" : now is null ? "vanished" : old == now ? Same : "changed"),
            delta is { } difference ? Cell.Of(difference) : default,
            delta is { } part && a is > 0 and var whole ? Cell.Of(Whole * part / whole) : default,
            Cell.Of(old),
            Cell.Of(now),
        ];
    }

    // Of a recording without it everything would look new or vanished.
    private void LeaveOutEnvironment(List<SheetFact> a, List<SheetFact> b)
    {
        string[] lacking = [.. new[] { ("A", a), ("B", b) }.Where(static one => one.Item2.Exists(IsLack)).Select(static one => one.Item1)];
        if (lacking.Length == 0)
            return;
        NoEnvironment = lacking.Length == 2 ? "neither recording holds the state of its machine" : $"{lacking[0]} does not hold the state of its machine, so that is not compared";
        a.RemoveAll(IsOfEnvironment);
        b.RemoveAll(IsOfEnvironment);
    }

    private static bool IsLack(SheetFact fact) => fact is { Part: RecordingSheet.Environment, Name: RecordingSheet.IsRecorded, Value: "no" };

    private static bool IsOfEnvironment(SheetFact fact) => fact.Part == RecordingSheet.Environment && fact.Name != RecordingSheet.IsRecorded;

    // Versions look like fractions.
    private static long? Number(string? text) => long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long number) ? number : null;
}
