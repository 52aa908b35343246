using Fathom.Model.Conditions;
using Fathom.Model.Patterns;
using Fathom.Model.Results;

namespace Fathom.Cli.Commands.Memory;

/// <summary>
/// Limits on a category that is divided into rows of its own where its parts are known: <c>category=malloc</c> finds no row then, and a limit that was written for the whole would hold of nothing.
/// </summary>
internal static class DividedLimits
{
    private const string Category = "category";

    // "malloc, free": the category, then its part.
    private const string Separator = ", ";

    /// <summary>One sentence for each limit that cannot be judged so.</summary>
    /// <param name="limits">The limits.</param>
    /// <param name="rows">All rows; one column is <c>category</c>.</param>
    public static string[] NotJudged(IReadOnlyList<Condition> limits, ResultTable rows)
    {
        int column = rows.IndexOf(Category);
        string[] categories = [.. rows.Rows.Select(row => row[column].Text).Distinct().Order(StringComparer.Ordinal)];
        return [.. limits.SelectMany(limit => limit.Parts.Where(IsAbout).Select(part => Sentence(limit, new PatternList(part.Value), categories)).OfType<string>())];
    }

    private static bool IsAbout(ConditionPart part) => part.Row is null && part.Column.Equals(Category, StringComparison.OrdinalIgnoreCase);

    private static string? Sentence(Condition limit, PatternList patterns, string[] categories)
    {
        if (categories.Any(category => patterns.Matches(category)))
            return null;
        string[] parts = [.. categories.Where(category => category.IndexOf(Separator, StringComparison.Ordinal) is > 0 and int end && patterns.Matches(category.AsSpan(0, end)))];
        return parts.Length == 0 ? null
            : $"limit not judged: {limit.Text}: that category is divided here into {string.Join(" and ", parts.Select(static part => $"'{part}'"))}; "
                + $"write category={parts[0][..parts[0].IndexOf(Separator, StringComparison.Ordinal)]}* for each of them";
    }
}
