using Fathom.Model;

namespace Fathom.Query.Objects;

/// <summary>Finds the types that were probably meant by a name that no type has.</summary>
public static class NearTypes
{
    private const int MaxNames = 3;

    /// <summary>Up to three names: those that contain the word, or else the nearest full name or name without its namespace.</summary>
    /// <param name="word">What was asked for; stars and question marks do not count.</param>
    /// <param name="types">Names of the types that there are.</param>
    public static IReadOnlyList<string> Find(string word, IReadOnlyCollection<string> types)
    {
        string bare = word.Replace("*", "", StringComparison.Ordinal).Replace("?", "", StringComparison.Ordinal);
        if (bare.Length == 0)
            return [];
        List<string> containing = [.. types.Where(type => type.Contains(bare, StringComparison.OrdinalIgnoreCase))
            .Distinct()
            .OrderBy(static type => type.Length)
            .ThenBy(static type => type, StringComparer.Ordinal)
            .Take(MaxNames)];
        if (containing.Count > 0)
            return containing;
        if (NearMiss.Find(bare, types) is { } near)
            return [near];
        return NearMiss.Find(bare, types.Select(ShortName)) is { } nearShort ? [.. types.Where(type => ShortName(type) == nearShort).Distinct().Take(MaxNames)] : [];
    }

    // Without namespace, enclosing types and type arguments.
    private static string ShortName(string type)
    {
        int end = type.IndexOf('<', StringComparison.Ordinal) is var bracket and > 0 ? bracket : type.Length;
        int start = type.LastIndexOfAny(['.', '+'], end - 1) + 1;
        return type[start..end];
    }
}
