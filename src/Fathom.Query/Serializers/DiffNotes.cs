using System.Globalization;
using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>What a reader of the comparison of two recordings must know.</summary>
internal static class DiffNotes
{
    /// <summary>A sentence each.</summary>
    /// <param name="diff">The comparison, with all its columns.</param>
    public static IEnumerable<string> Of(ResultTable diff)
    {
        TableRow[] rows = [.. TableRow.All(diff)];
        bool changed = rows.Any(static row => row.Text("role") == "serializer" && row.Text("verdict") is ChangeWord.Slower or ChangeWord.Faster);
        if (changed && !rows.Any(static row => row.Text("role") == "floor" && row.HasReal("ratio_low")))
            yield return "no floor was measured in both recordings, so a machine that was slower on that day looks "
                + "like a change of all serializers; '--serializer' with (hand-written) or (copy) adds one";
        foreach (var group in rows.Where(static row => row.Text("verdict") == ChangeWord.Inconclusive).GroupBy(static row => row.Text("reason")))
            yield return string.Create(CultureInfo.InvariantCulture, $"inconclusive, {group.Count()} of {rows.Length}: {group.Key}");
    }
}
