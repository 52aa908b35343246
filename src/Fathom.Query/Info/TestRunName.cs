using System.Globalization;
using System.Text.RegularExpressions;

namespace Fathom.Query.Info;

/// <summary>
/// What the name of a file tells of the test that was recorded, in the convention of ETWAnalyzer:
/// <c>Open_1200ms_PC7_CLT_TestStatus-Passed_20240131-093000</c>, or <c>Open_1200msPC7.20240131-093000</c>.
/// </summary>
/// <param name="Test">Name of the test.</param>
/// <param name="DurationMs">How long it took, as the test says.</param>
/// <param name="Machine">The machine; null where the name tells none.</param>
/// <param name="Role">CLT, SRV or SINGLE; null where the name tells none.</param>
/// <param name="Status">Passed or Failed; null where the name tells none.</param>
/// <param name="At">When it ran, by the clock of its machine; null where that is no date.</param>
public sealed partial record TestRunName(string Test, long DurationMs, string? Machine, string? Role, string? Status, DateTime? At)
{
    private const int LongestName = 1024;

    /// <summary>Reads a name.</summary>
    /// <param name="name">Name of a file or recording, with or without endings.</param>
    /// <returns>Null where it is not in that form.</returns>
    public static TestRunName? Of(string name)
    {
        if (name.Length > LongestName || Form().Match(name) is not { Success: true } found
            || !long.TryParse(found.Groups["ms"].ValueSpan, NumberStyles.None, CultureInfo.InvariantCulture, out long ms))
            return null;
        DateTime? at = DateTime.TryParseExact(found.Groups["date"].Value + found.Groups["time"].Value, "yyyyMMddHHmmss", CultureInfo.InvariantCulture, DateTimeStyles.None, out DateTime when)
            ? when : null;
        return new TestRunName(found.Groups["test"].Value, ms, Text(found, "machine"), Text(found, "role"), Text(found, "status"), at);
    }

    private static string? Text(Match found, string group) => found.Groups[group] is { Success: true, Length: > 0 } text ? text.Value : null;

    [GeneratedRegex(
        @"^(?<test>.+?)_(?<ms>[0-9]{1,12})ms(?:_?(?<machine>(?!CLT_|SRV_|SINGLE_)[^_.]+?))?"
            + @"(?:_(?<role>CLT|SRV|SINGLE))?(?:_TestStatus-(?<status>[A-Za-z]+))?[._](?<date>[0-9]{8})[-.](?<time>[0-9]{6})(?:[^0-9].*)?$",
        RegexOptions.CultureInvariant | RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex Form();
}
