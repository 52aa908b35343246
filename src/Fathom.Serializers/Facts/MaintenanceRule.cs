using System.Globalization;

namespace Fathom.Serializers.Facts;

/// <summary>
/// A library is in maintenance when any of four things holds: no commit for a year, a closed repository, no change of the library itself for a year, or its
/// author says that it is over. A release is a change of the library and comes from a commit. What is in the box follows the releases of .NET and is not judged.
/// </summary>
public static class MaintenanceRule
{
    /// <summary>Judges a library.</summary>
    /// <param name="facts">What is known; null where nothing is.</param>
    /// <param name="package">
    /// The day of the package that is used here. It shows that the library was worked on then, and never that it was not later: a newer package may exist.
    /// </param>
    /// <param name="knownUntil">The newest day that the facts can tell of.</param>
    /// <param name="today">The day that the judgement is for.</param>
    public static MaintenanceJudgement Judge(LibraryFacts? facts, DateOnly? package, DateOnly knownUntil, DateOnly today)
    {
        string end = $"; facts end {Text(knownUntil)}";
        if (facts is { IsArchived: true })
            return new(MaintenanceState.Maintenance, $"its repository is archived{end}");
        if (facts is { Statement.Length: > 0 })
            return new(MaintenanceState.Maintenance, $"its author: \"{facts.Statement}\" ({facts.StatementSource}){end}");
        Dated? release = Dated.Of(facts?.LastReleaseDate, "release");
        Dated? inUse = Dated.Of(package, "release known, the package used here");
        Dated? product = Dated.Later(Dated.Later(Dated.Of(facts?.LastProductCommitDate, "change of the library"), release), inUse);
        Dated? any = Dated.Later(Dated.Later(Dated.Of(facts?.LastCommitDate, "commit"), release), inUse);
        if (Dated.Earlier(product, any) is not { } last)
            return new(MaintenanceState.Unknown, $"no release and no commit is known{end}");
        DateOnly overAt = last.Day.AddYears(1);
        bool isPackageAlone = last == inUse && release is null && facts?.LastCommitDate is null && facts?.LastProductCommitDate is null;
        if (isPackageAlone && overAt < today)
            return new(MaintenanceState.Unknown, $"the package used here is of {Text(last.Day)}, what came after it is not known{end}");
        MaintenanceState state = overAt < knownUntil ? MaintenanceState.Maintenance : overAt < today ? MaintenanceState.Unclear : MaintenanceState.Active;
        return new(state, $"last {last.What}: {Text(last.Day)}{end}");
    }

    /// <summary>The state of what is a part of .NET.</summary>
    public static MaintenanceJudgement InTheBox { get; } = new(MaintenanceState.InTheBox, "a part of .NET, and follows its releases");

    private static string Text(DateOnly day) => day.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture);
}
