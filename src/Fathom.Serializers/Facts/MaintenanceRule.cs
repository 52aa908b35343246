using System.Globalization;

namespace Fathom.Serializers.Facts;

/// <summary>
/// A library is in maintenance when any of four things holds: no commit for a year, a closed repository, no change of the library itself for a year, or its
/// author says that it is over. What is in the box follows the releases of .NET and is not judged.
/// </summary>
public static class MaintenanceRule
{
    /// <summary>Judges a library.</summary>
    /// <param name="facts">What is known.</param>
    /// <param name="knownUntil">The newest day that the facts can tell of.</param>
    /// <param name="today">The day that the judgement is for.</param>
    public static MaintenanceJudgement Judge(LibraryFacts facts, DateOnly knownUntil, DateOnly today)
    {
        if (facts.IsArchived)
            return new(MaintenanceState.Maintenance, "its repository is archived");
        if (facts.Statement.Length > 0)
            return new(MaintenanceState.Maintenance, $"its author: \"{facts.Statement}\"");
        (DateOnly Day, string What)? oldest = Older((facts.LastProductCommitDate, "change of the library"), (facts.LastCommitDate, "commit"));
        if (oldest is not { } last)
            return new(MaintenanceState.Unknown, "");
        string since = $"last {last.What} known: {last.Day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}";
        DateOnly overAt = last.Day.AddYears(1);
        if (overAt < knownUntil)
            return new(MaintenanceState.Maintenance, since);
        return overAt < today
            ? new(MaintenanceState.Unclear, $"{since}; facts end {knownUntil.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)}")
            : new(MaintenanceState.Active, since);
    }

    private static (DateOnly Day, string What)? Older((DateOnly? Day, string What) product, (DateOnly? Day, string What) any) => (product.Day, any.Day) switch
    {
        ({ } a, { } b) => a <= b ? (a, product.What) : (b, any.What),
        ({ } a, null) => (a, product.What),
        (null, { } b) => (b, any.What),
        _ => null,
    };
}
