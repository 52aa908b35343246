using System.Globalization;
using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Time;

/// <summary>Says where callers may be missing, so that times which include callees are too small.</summary>
public static class CallerGaps
{
    // Of the samples of a method, and of all of its process: less does not change an answer.
    private const double LeastPercent = 1;

    // Of fewer samples chance alone makes a share of some percent.
    private const double LeastSamples = 10;

    /// <summary>The columns of <c>time/cpu</c> that it looks at.</summary>
    public static IReadOnlyList<string> Columns { get; } = ["method", "samples", "gap_percent", "gap_of_process_percent", "is_recorded"];

    /// <summary>What a reader of processor times must know, as one sentence; null where nothing.</summary>
    /// <param name="methods">Rows of <c>time/cpu</c> with these columns at least.</param>
    public static string? Note(ResultTable methods)
    {
        TableRow[] rows = [.. TableRow.All(methods).Where(static row => row.Text("method") is not null && row.Truth("is_recorded"))];
        if (rows.Any(static row => !row.HasReal("gap_percent")))
            return "the recording does not say how callers were found: by frame pointers, callers that keep none are missing, and their cpu_total_ns is too small (fathom record finds them)";
        TableRow[] gaps = [.. rows.Where(static row => row.Real("gap_percent") > LeastPercent && HasSamples(row)
            && (!row.HasReal("gap_of_process_percent") || row.Real("gap_of_process_percent") > LeastPercent))];
        return gaps.Length == 0 ? null : string.Create(
            CultureInfo.InvariantCulture,
            $"the caller may be missing in more than {LeastPercent} % of the samples of {gaps.Length} of the methods shown ('{gaps[0].Text("method")}': {gaps[0].Real("gap_percent"):0.0} %), "
            + $"so that the cpu_total_ns of what calls them is too small: --columns +gap_percent");
    }

    private static bool HasSamples(TableRow row) => row.Real("gap_percent") * (row.Number("samples") ?? 0) >= 100 * LeastSamples;
}
