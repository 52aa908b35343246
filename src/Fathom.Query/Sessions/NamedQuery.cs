using System.Collections.Concurrent;

namespace Fathom.Query.Sessions;

/// <summary>The shipped queries: files below <c>Sql</c>, known by their path without the ending ("heap/types").</summary>
public static class NamedQuery
{
    private static readonly ConcurrentDictionary<string, string> s_texts = new();

    /// <summary>Names of all shipped queries, in order.</summary>
    public static IReadOnlyList<string> All { get; } =
        [.. typeof(NamedQuery).Assembly.GetManifestResourceNames().Where(n => n.EndsWith(".sql", StringComparison.Ordinal)).Select(n => n[..^4]).Order(StringComparer.Ordinal)];

    /// <summary>The text of a query, header comment included.</summary>
    /// <exception cref="ArgumentException">There is no such query.</exception>
    public static string Text(string name) => s_texts.GetOrAdd(name, static name =>
    {
        using Stream resource = typeof(NamedQuery).Assembly.GetManifestResourceStream(name + ".sql")
            ?? throw new ArgumentException($"There is no query '{name}'.", nameof(name));
        using StreamReader reader = new(resource);
        return reader.ReadToEnd();
    });
}
