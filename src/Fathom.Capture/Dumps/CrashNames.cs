using System.Globalization;

namespace Fathom.Capture.Dumps;

/// <summary>Names of the dumps of one run. A crash happens once, so a dump of it gets a name also where that of the pattern is taken.</summary>
/// <param name="replaces">Whether files of earlier runs are replaced.</param>
internal sealed class CrashNames(bool replaces)
{
    private readonly HashSet<string> _given = [];

    /// <summary>How many were given.</summary>
    public int Count => _given.Count;

    /// <summary>Adds one that was given.</summary>
    public void Add(string path) => _given.Add(path);

    /// <summary>The path itself, or the first of <c>NAME_2.EXTENSION</c>, <c>NAME_3.EXTENSION</c>, … that is free.</summary>
    public string Free(string path)
    {
        string free = path;
        for (int number = 2; IsTaken(free); number++)
            free = string.Create(CultureInfo.InvariantCulture, $"{Path.ChangeExtension(path, null)}_{number}{Path.GetExtension(path)}");
        return free;
    }

    private bool IsTaken(string path) =>
        _given.Contains(path) || Directory.Exists(path) || (!replaces && (File.Exists(path) || Directory.Exists(new DumpPaths(path).Sidecar)));
}
