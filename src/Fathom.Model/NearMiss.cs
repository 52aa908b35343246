namespace Fathom.Model;

/// <summary>Finds the word that was probably meant by a mistyped one.</summary>
public static class NearMiss
{
    /// <summary>
    /// The candidate with the fewest single-character changes (insert, delete, replace, swap of neighbours) to <paramref name="word"/>,
    /// ignoring case; null where none is near: at most one change per three characters, or the word is its beginning.
    /// </summary>
    public static string? Find(string word, IEnumerable<string> candidates)
    {
        string? best = null;
        int bestDistance = Math.Max(1, word.Length / 3) + 1;
        foreach (string candidate in candidates)
        {
            bool begins = word.Length >= 2 && candidate.StartsWith(word, StringComparison.OrdinalIgnoreCase);
            int distance = begins ? 1 : Distance(word.ToLowerInvariant(), candidate.ToLowerInvariant());
            if (distance < bestDistance)
                (best, bestDistance) = (candidate, distance);
        }

        return best;
    }

    // Optimal string alignment: three rows of the dynamic programming table are enough.
    private static int Distance(string a, string b)
    {
        int[] beforeLast = new int[b.Length + 1];
        int[] last = new int[b.Length + 1];
        int[] row = new int[b.Length + 1];
        for (int j = 0; j <= b.Length; j++)
            last[j] = j;
        for (int i = 1; i <= a.Length; i++)
        {
            row[0] = i;
            for (int j = 1; j <= b.Length; j++)
            {
                int change = a[i - 1] == b[j - 1] ? 0 : 1;
                row[j] = Math.Min(Math.Min(last[j] + 1, row[j - 1] + 1), last[j - 1] + change);
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                    row[j] = Math.Min(row[j], beforeLast[j - 2] + 1);
            }

            (beforeLast, last, row) = (last, row, beforeLast);
        }

        return last[b.Length];
    }
}
