namespace Fathom.Tests.Architecture;

/// <summary>
/// Circles of folders that need each other. Folders are compared beside each other: <c>Heap/Graph</c> that uses <c>Memory/Pages</c> makes <c>Heap</c> one that needs
/// <c>Memory</c>, and a folder's own files are one beside its subfolders. So a circle cannot hide below two folders.
/// </summary>
internal static class FolderCircles
{
    /// <summary>One text for each knot of folders: a shortest way around, with a type for each step.</summary>
    public static IReadOnlyList<string> In(IEnumerable<FolderUse> uses)
    {
        List<string> found = [];
        foreach (IGrouping<string, (string Parent, string From, string To, FolderUse Use)> level in uses.Select(Beside).GroupBy(static step => step.Parent)
            .OrderBy(static level => level.Key, StringComparer.Ordinal))
        {
            Dictionary<string, Dictionary<string, FolderUse>> steps = level.GroupBy(static step => step.From)
                .ToDictionary(static from => from.Key, static from => from.GroupBy(static step => step.To).ToDictionary(static to => to.Key, static to => to.First().Use));
            HashSet<string> told = [];
            foreach (string folder in steps.Keys.Order(StringComparer.Ordinal))
            {
                if (!told.Contains(folder) && WayAround(folder, steps) is { } way)
                {
                    told.UnionWith(way.Where(other => WayTo(other, folder, steps) is not null));
                    found.Add(Text(way, steps));
                }
            }
        }

        return found;
    }

    /// <summary>The two folders beside each other that a use leads from and to, and the folder that both are in.</summary>
    public static (string Parent, string From, string To, FolderUse Use) Beside(FolderUse use)
    {
        string[] from = use.From.Split('/', StringSplitOptions.RemoveEmptyEntries), to = use.To.Split('/', StringSplitOptions.RemoveEmptyEntries);
        int shared = 0;
        while (shared < Math.Min(from.Length, to.Length) && from[shared] == to[shared])
            shared++;
        return (string.Join('/', from[..shared]), Name(from, shared), Name(to, shared), use);
    }

    private static string Name(string[] folder, int shared) => shared < folder.Length ? string.Join('/', folder[..(shared + 1)]) : string.Join('/', folder) + "/*";

    private static List<string>? WayAround(string folder, Dictionary<string, Dictionary<string, FolderUse>> steps) => WayTo(folder, folder, steps);

    private static List<string>? WayTo(string from, string to, Dictionary<string, Dictionary<string, FolderUse>> steps)
    {
        Dictionary<string, string> cameFrom = [];
        Queue<string> open = new([from]);
        while (open.TryDequeue(out string? at))
        {
            foreach (string next in steps.TryGetValue(at, out Dictionary<string, FolderUse>? all) ? all.Keys.Order(StringComparer.Ordinal) : Enumerable.Empty<string>())
            {
                if (next == to)
                {
                    List<string> way = [at];
                    while (way[0] != from)
                        way.Insert(0, cameFrom[way[0]]);
                    return way;
                }

                if (next != from && cameFrom.TryAdd(next, at))
                    open.Enqueue(next);
            }
        }

        return null;
    }

    private static string Text(List<string> way, Dictionary<string, Dictionary<string, FolderUse>> steps)
    {
        IEnumerable<string> parts = way.Select((from, i) =>
        {
            string to = way[(i + 1) % way.Count];
            FolderUse use = steps[from][to];
            return $"{from} uses {use.Type} of {to} in {use.File}";
        });
        return string.Join("; ", parts);
    }
}
