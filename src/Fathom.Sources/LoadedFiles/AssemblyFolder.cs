using Fathom.Formats.Assemblies;
using Fathom.Model;

namespace Fathom.Sources.LoadedFiles;

/// <summary>The assemblies of a folder and of those below it, and what they refer to, from their metadata. No code of them runs.</summary>
internal sealed class AssemblyFolder
{
    private const string ConfigEnding = ".runtimeconfig.json";
    private const string SatelliteEnding = ".resources";

    private readonly List<(string Path, AssemblyIdentity Assembly)> _assemblies = [];
    private readonly ILookup<string, (string Path, AssemblyIdentity Assembly)> _byName;
    private readonly Dictionary<string, (string Framework, Version Version)> _frameworks = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Reads it.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="frameworks">Knows the frameworks of programs in it.</param>
    /// <param name="stop">Ends it.</param>
    /// <exception cref="FathomException">It is no folder, cannot be read, or holds no assembly.</exception>
    public AssemblyFolder(string folder, SharedFrameworks frameworks, CancellationToken stop)
    {
        foreach (string path in Files(folder, "*.dll").Concat(Files(folder, "*.exe")).Order(StringComparer.Ordinal))
        {
            stop.ThrowIfCancellationRequested();
            AssemblyIdentity? assembly = AssemblyFile.Read(Path.GetFullPath(path), static stream =>
                AssemblyIdentityReader.TryRead(stream, withReferences: true));
            if (assembly is not null && !assembly.Name.EndsWith(SatelliteEnding, StringComparison.Ordinal))
                _assemblies.Add((Path.GetRelativePath(folder, path), assembly));
        }

        if (_assemblies.Count == 0)
            throw FathomException.Target($"'{folder}' holds no assembly.",
                "give the folder that a program was built into: bin/Release/net10.0");
        _byName = _assemblies.ToLookup(static one => one.Assembly.Name, StringComparer.OrdinalIgnoreCase);
        ReadFrameworks(folder, frameworks, stop);
    }

    /// <summary>
    /// Frameworks that programs in the folder need, with the version that was looked into; <see langword="null"/> where it is not on this
    /// machine.
    /// </summary>
    public List<(string Name, string Version, string? Folder)> Frameworks { get; } = [];

    /// <summary>Assemblies.</summary>
    public int Count => _assemblies.Count;

    /// <summary>Every reference, and a row for each assembly that none is to.</summary>
    public IEnumerable<AssemblyUse> Uses()
    {
        HashSet<string> referred = new(StringComparer.OrdinalIgnoreCase);
        foreach ((string path, AssemblyIdentity from) in _assemblies)
        {
            foreach (ReferredAssembly to in from.References)
            {
                referred.Add(to.Name);
                (string? where, Version? found) = Find(path, to.Name);
                yield return new AssemblyUse(
                    from.Name, from.Version.ToString(), path, to.Name, to.Version.ToString(), found?.ToString(), where, to.TypeCount,
                        StateOf(to, found));
            }
        }

        foreach ((string path, AssemblyIdentity assembly) in _assemblies.Where(one => !one.Assembly.IsProgram
            && !referred.Contains(one.Assembly.Name)))
            yield return new AssemblyUse(assembly.Name, assembly.Version.ToString(), path, null, null, null, null, null,
                UseState.NotReferenced);
    }

    private static string[] Files(string folder, string pattern)
    {
        try
        {
            return Directory.GetFiles(folder, pattern, new EnumerationOptions { RecurseSubdirectories = true, IgnoreInaccessible = true });
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw FathomException.Target($"'{folder}' cannot be read: {e.Message}", "give the folder that a program was built into", e);
        }
    }

    private void ReadFrameworks(string folder, SharedFrameworks frameworks, CancellationToken stop)
    {
        foreach (string config in Files(folder, "*" + ConfigEnding).Order(StringComparer.Ordinal))
        {
            foreach ((string name, string version, string? place) in frameworks.Of(config))
            {
                if (Frameworks.Any(one => one.Name == name && one.Version == version))
                    continue;
                Frameworks.Add((name, version, place));
                foreach (string path in place is null ? [] : Files(place, "*.dll"))
                {
                    stop.ThrowIfCancellationRequested();
                    if (AssemblyFile.Read(path, static stream =>
                        AssemblyIdentityReader.TryRead(stream, withReferences: false)) is { } assembly)
                        _frameworks.TryAdd(assembly.Name, ($"{name} {version}", assembly.Version));
                }
            }
        }
    }

    // Beside it, else anywhere in the folder, else in the framework; of a folder and the framework the host takes the higher version.
    private (string? Where, Version? Found) Find(string from, string name)
    {
        string home = Path.GetDirectoryName(from) ?? "";
        (string Path, AssemblyIdentity Assembly)[] here = [.. _byName[name]];
        int beside = Array.FindIndex(here, one => (Path.GetDirectoryName(one.Path) ?? "") == home);
        (string Path, AssemblyIdentity Assembly)? own = here.Length == 0 ? null : here[Math.Max(0, beside)];
        if (_frameworks.TryGetValue(name, out (string Framework, Version Version) shared)
            && (own is null || shared.Version > own.Value.Assembly.Version))
            return (shared.Framework, shared.Version);
        return own is { } file ? (file.Path, file.Assembly.Version) : (null, null);
    }

    private string StateOf(ReferredAssembly to, Version? found) =>
        found is null ? Frameworks.Count > 0 && Frameworks.All(static one => one.Folder is not null) ? UseState.Missing
            : UseState.NotInFolder
        : found < to.Version ? UseState.Older
        : to.TypeCount == 0 ? UseState.Unused
        : found > to.Version ? UseState.Newer
        : UseState.Ok;
}
