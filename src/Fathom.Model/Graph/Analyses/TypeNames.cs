namespace Fathom.Model.Graph.Analyses;

/// <summary>Finds the type that was probably meant by a name.</summary>
internal static class TypeNames
{
    /// <summary>The nearest name, whole or without its namespace; null where none is near.</summary>
    /// <param name="word">What was written.</param>
    /// <param name="names">Full names of types.</param>
    public static string? Near(string word, IEnumerable<string> names)
    {
        // Without wildcards, which stand for no letter.
        string plain = word.Replace("*", "", StringComparison.Ordinal).Replace("?", "", StringComparison.Ordinal);
        string[] all = [.. names.Distinct()];
        if (NearMiss.Find(plain, all) is { } near)
            return near;
        ILookup<string, string> byShortName = all.ToLookup(Short, StringComparer.OrdinalIgnoreCase);
        string? shortName = NearMiss.Find(Short(plain), byShortName.Select(static group => group.Key));
        return shortName is null ? null : byShortName[shortName].Order(StringComparer.Ordinal).First();
    }

    // Behind the last point that is not part of type arguments.
    private static string Short(string name)
    {
        int arguments = name.IndexOf('<', StringComparison.Ordinal);
        int point = name.LastIndexOf('.', (arguments < 0 ? name.Length : arguments) - 1 is var last and >= 0 ? last : 0);
        return name[(point + 1)..];
    }
}
