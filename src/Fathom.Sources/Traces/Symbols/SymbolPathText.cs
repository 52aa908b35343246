namespace Fathom.Sources.Traces.Symbols;

/// <summary>
/// Where symbols are, as debuggers of Windows write it (<c>_NT_SYMBOL_PATH</c>): folders with <c>;</c> or <c>:</c> between them,
/// <c>srv*CACHE*https://server</c> and <c>cache*CACHE</c>. Caches are folders in the layout of a server. Nothing here asks a server.
/// </summary>
public sealed record SymbolPathText
{
    private const char Between = ';';
    private const char Star = '*';

    // Programs of Windows have a place of their own for these; here nobody has.
    private static readonly string[] s_stores = ["srv", "cache", "symsrv"];

    /// <summary>Folders and caches, in the order in which they stand.</summary>
    public IReadOnlyList<(string Folder, bool IsCache)> Places { get; private init; } = [];

    /// <summary>Addresses of servers.</summary>
    public IReadOnlyList<string> Servers { get; private init; } = [];

    /// <summary>Reads it.</summary>
    /// <param name="text">The words; nothing in them is looked for.</param>
    /// <param name="home">The folder that <c>~</c> stands for; null where there is none.</param>
    public static SymbolPathText Parse(string text, string? home)
    {
        List<(string, bool)> places = [];
        List<string> servers = [];
        foreach (string part in text.Split(Between, StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries))
        {
            string rest = part;
            // An address of a server has colons too, so what begins with a store goes up to the next semicolon.
            while (rest.Length > 0 && !IsStore(rest) && !IsServer(rest))
            {
                int end = rest.IndexOf(':', StringComparison.Ordinal);
                string folder = end < 0 ? rest : rest[..end];
                rest = end < 0 ? "" : rest[(end + 1)..];
                if (folder.Length > 0)
                    places.Add((AtHome(folder, home), false));
            }

            foreach (string word in IsStore(rest) ? rest.Split(Star)[1..] : [rest])
            {
                if (IsServer(word))
                    servers.Add(word);
                else if (word.Length > 0 && !word.EndsWith(".dll", StringComparison.OrdinalIgnoreCase))
                    places.Add((AtHome(word, home), true));
            }
        }

        return new SymbolPathText { Places = places, Servers = servers };
    }

    /// <summary>The folders and caches that are there.</summary>
    public IReadOnlyList<string> Existing() => [.. Places.Select(static place => place.Folder).Where(static folder => Path.IsPathRooted(folder) && Directory.Exists(folder))];

    private static string AtHome(string folder, string? home) =>
        home is not null && (folder == "~" || folder.StartsWith("~/", StringComparison.Ordinal)) ? home + folder[1..] : folder;

    private static bool IsStore(string text) => text.IndexOf(Star, StringComparison.Ordinal) is > 0 and var star
        && Array.Exists(s_stores, store => text.AsSpan(0, star).Equals(store, StringComparison.OrdinalIgnoreCase));

    private static bool IsServer(string text) =>
        text.StartsWith("http://", StringComparison.OrdinalIgnoreCase) || text.StartsWith("https://", StringComparison.OrdinalIgnoreCase);
}
