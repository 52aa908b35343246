using System.Globalization;
using Fathom.Query.Sessions;

namespace Fathom.Query.Graph;

/// <summary>Suspects in words.</summary>
internal static class SuspectWords
{
    private static readonly string[] s_units = ["B", "KiB", "MiB", "GiB", "TiB"];

    /// <summary>What is suspected, and where it gathers: a row of <c>graph/suspects</c> as a sentence.</summary>
    public static string Of(TableRow row)
    {
        bool isGroup = row.Text("kind") == "group", isPoint = row.Number("address") == row.Number("point_address");
        string share = row.Real("retained_percent").ToString("0.#", CultureInfo.InvariantCulture);
        string it = isGroup ? "the largest of them" : "it";
        string subject = isGroup ? $"{Objects(row.Number("count")!.Value)} of type {row.Text("type")} together retain" : $"one {row.Text("type")} retains";
        string sentence = $"{subject} {share} % of the live bytes";
        if (row.Text("chain_type") is { } link)
            return $"{sentence} in {Chain(row, link)}";
        if (!isPoint)
            sentence += $"; {it} gathers them in one {row.Text("point_type")}";
        if (row.Text("held_type") is { } held)
            sentence += $"{(isPoint ? $"; {it}" : ", which")} alone holds {Objects(row.Number("held_count")!.Value)} of type {held}";
        return sentence;
    }

    private static string Chain(TableRow row, string link)
    {
        long chains = row.Number("chain_count")!.Value;
        string count = Number(row.Number("chain_object_count")!.Value);
        string chain = chains == 1 ? $"a chain of {count} {link}" : $"{Number(chains)} chains of {count} {link} together";
        return row.Text("behind_type") is { } behind
            ? $"{chain}, which holds {Size(row.Number("behind_retained_bytes")!.Value)} of {behind} ({Objects(row.Number("behind_count")!.Value)})"
            : chain;
    }

    private static string Objects(long count) => count == 1 ? "1 object" : $"{Number(count)} objects";

    private static string Number(long count) => count.ToString("#,##0", CultureInfo.InvariantCulture);

    private static string Size(long bytes)
    {
        double value = bytes;
        int unit = 0;
        for (; value >= 1024 && unit < s_units.Length - 1; unit++)
            value /= 1024;
        return string.Create(CultureInfo.InvariantCulture, $"{value:0.#} {s_units[unit]}");
    }
}
