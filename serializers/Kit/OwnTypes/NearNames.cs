namespace Fathom.Serializers.Kit.OwnTypes;

/// <summary>Finds what somebody may have meant.</summary>
internal static class NearNames
{
    private const int Most = 3;

    /// <summary>Up to three of <paramref name="known"/>, the nearest first; empty when none is near.</summary>
    public static List<string> Of(string name, IEnumerable<string> known)
    {
        string last = LastPart(name);
        List<(int Distance, string Name)> near = [];
        foreach (string one in known.Distinct(StringComparer.Ordinal))
        {
            int distance = Math.Min(Distance(name, one), Distance(last, LastPart(one)));
            if (distance <= Math.Max(1, last.Length / 3))
                near.Add((distance, one));
        }

        return [.. near.OrderBy(static one => one.Distance).ThenBy(static one => one.Name, StringComparer.Ordinal).Take(Most).Select(static one => one.Name)];
    }

    private static string LastPart(string name) => name[(name.LastIndexOfAny(['.', '+']) + 1)..];

    // Levenshtein, whatever the case of letters.
    private static int Distance(string a, string b)
    {
        int[] row = new int[b.Length + 1];
        for (int j = 0; j <= b.Length; j++)
            row[j] = j;
        for (int i = 1; i <= a.Length; i++)
        {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j <= b.Length; j++)
            {
                int above = row[j];
                int changed = char.ToUpperInvariant(a[i - 1]) == char.ToUpperInvariant(b[j - 1]) ? corner : corner + 1;
                row[j] = Math.Min(changed, Math.Min(above, row[j - 1]) + 1);
                corner = above;
            }
        }

        return row[b.Length];
    }
}
