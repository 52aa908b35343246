using System.Globalization;
using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>What a reader of profiles must know: what watching cost, what is missing, where the parts are not those of a program at rest.</summary>
internal static class ProfileNotes
{
    /// <summary>The sentences.</summary>
    /// <param name="profile">Rows of serializers/profile.</param>
    public static IEnumerable<string> Of(ResultTable profile)
    {
        TableRow[] operations =
        [
            .. TableRow.All(profile).Where(static row => row.Text("part") is not null)
                .DistinctBy(static row => (
                    row.Text("case_name"), row.Number("n"), row.Number("payload_bytes"), row.Text("serializer"), row.Text("runtime"),
                    row.Text("build"), row.Text("operation"), row.Text("lane"))),
        ];
        if (operations.Length == 0)
        {
            yield return "No operation was profiled: 'fathom serializers --profile' does it.";
            yield break;
        }

        double[] slowed = [.. operations.Select(static row => row.Real("slowed")).Order()];
        yield return slowed.Length == 1
            ? string.Create(CultureInfo.InvariantCulture, $"With events on, the operation took {slowed[0]:0.00} times as long as without, before and after in the same process.")
            : string.Create(CultureInfo.InvariantCulture, $"With events on, operations took {slowed[0]:0.00} to {slowed[^1]:0.00} times as long as without, before and after in the same process.");
        foreach (TableRow row in operations)
        {
            foreach (string sentence in Of(row))
                yield return sentence;
        }
    }

    private static IEnumerable<string> Of(TableRow row)
    {
        string which = string.Create(CultureInfo.InvariantCulture, $"{row.Text("serializer")}, {row.Text("case_name")} with n={row.Number("n")}, {row.Text("operation")}");
        if (row.Number("background_methods") is > 0 and var methods)
            yield return string.Create(
                CultureInfo.InvariantCulture,
                $"{which}: other threads compiled {methods} methods at the same time, in {row.Number("background_ns") / 1e6:0.0} ms; that is in none of the parts.");
        if (row.Number("unfinished_methods") is > 0 and var unfinished)
            yield return string.Create(CultureInfo.InvariantCulture, $"{which}: the end of {unfinished} compilations was not recorded; their time is not in jit.");
        if (row.Text("problem") is { } problem)
            yield return $"{which}: {problem}";
    }
}
