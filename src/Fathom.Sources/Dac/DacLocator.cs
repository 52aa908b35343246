using Fathom.Model;
using Fathom.Sources.Dumps;

namespace Fathom.Sources.Dac;

/// <summary>
/// Finds the runtime's data access library (DAC), which knows the private structures of exactly one build of the runtime. Another build's DAC
/// would read nonsense or crash, so each candidate is compared with the runtime first. docs/dac.md tells users the same.
/// </summary>
internal sealed class DacLocator(DacPlaces places)
{
    private const string RuntimeFile = "libcoreclr.so";

    private readonly List<string> _misfits = [];

    /// <summary>Finds the DAC of a runtime.</summary>
    /// <exception cref="FathomException">None of the places has it; the message names file, version and build id.</exception>
    public static DacLibrary Find(RuntimeIdentity runtime, DacPlaces places) => new DacLocator(places).Find(runtime);

    private DacLibrary Find(RuntimeIdentity runtime)
    {
        foreach (string candidate in places.Given is { } given ? GivenCandidates(given, runtime) : Candidates(runtime))
        {
            if (!File.Exists(candidate))
                continue;
            if (Fit(candidate, runtime) is { } fitting)
                return fitting;
            _misfits.Add($"{candidate} ({FileVersionText.Find(candidate)?.ToString() ?? "no version"})");
        }

        throw places.Given is { } folder ? GivenMisses(folder, runtime) : Missing(runtime);
    }

    /// <summary>What tells that a file is the DAC of this runtime, the strongest sign first.</summary>
    private DacLibrary? Fit(string candidate, RuntimeIdentity runtime)
    {
        string? buildId = ElfImage.TryRead(candidate)?.BuildId;
        if (buildId is not null && buildId == runtime.DacBuildId)
            return Found(candidate, null);
        string folder = Path.GetDirectoryName(candidate)!;
        if (runtime.BuildId.Length > 0 && ElfImage.TryRead(Path.Combine(folder, RuntimeFile))?.BuildId == runtime.BuildId)
            return Found(candidate, null);
        if (IsFiledUnder(Path.GetFileName(folder), runtime))
            return Found(candidate, null);

        Version? expected = runtime.FileVersion ?? FileVersionText.Find(places.TargetRoot + runtime.Path);
        Version? actual = FileVersionText.Find(candidate);
        if (expected is not null && expected == actual)
        {
            return Found(candidate, runtime.DacBuildId is null
                ? $"The data access library {candidate} was taken by its version {actual}; build ids could not be compared."
                : $"The data access library {candidate} has the runtime's version {actual} but another build id "
                    + $"({buildId ?? "none"}, expected {runtime.DacBuildId}).");
        }

        return expected is null && places.Given is not null
            ? Found(candidate, $"Nothing tells whether the data access library {candidate} belongs to the runtime; wrong numbers are possible.")
            : null;
    }

    private DacLibrary Found(string path, string? note)
    {
        bool isTargets = places.TargetRoot.Length > 0 && path.StartsWith(places.TargetRoot, StringComparison.Ordinal);
        note ??= isTargets ? $"The data access library was loaded from the target's own file system: {path[places.TargetRoot.Length..]}." : null;
        return new DacLibrary(path, note);
    }

    private static IEnumerable<string> GivenCandidates(string given, RuntimeIdentity runtime)
    {
        yield return given;
        yield return Path.Combine(given, DacPlaces.FileName);
        foreach (string folder in FiledFolders(runtime))
        {
            yield return Path.Combine(given, folder, DacPlaces.FileName);
            yield return Path.Combine(given, DacPlaces.FileName, folder, DacPlaces.FileName);
        }
    }

    // A library of another mount namespace is code that its owner chose, so copies of this machine come first.
    private IEnumerable<string> Candidates(RuntimeIdentity runtime)
    {
        string beside = Path.Combine(places.TargetRoot + (Path.GetDirectoryName(runtime.Path) ?? ""), DacPlaces.FileName);
        if (places.TargetRoot.Length == 0)
            yield return beside;
        foreach (string root in places.DotnetRoots)
        {
            foreach (string version in Folders(Path.Combine(root, "shared", "Microsoft.NETCore.App")))
                yield return Path.Combine(version, DacPlaces.FileName);
        }

        if (places.CacheFolder is { } cache)
        {
            foreach (string folder in FiledFolders(runtime))
                yield return Path.Combine(cache, folder, DacPlaces.FileName);
        }

        if (places.PackagesFolder is { } packages)
        {
            foreach (string package in Folders(packages, "microsoft.netcore.app.runtime.linux*"))
            {
                string rid = Path.GetFileName(package)["microsoft.netcore.app.runtime.".Length..];
                foreach (string version in Folders(package))
                    yield return Path.Combine(version, "runtimes", rid, "native", DacPlaces.FileName);
            }
        }

        if (places.TargetRoot.Length > 0)
            yield return beside;
    }

    private static string[] Folders(string parent, string pattern = "*")
    {
        try
        {
            return Directory.Exists(parent) ? Directory.GetDirectories(parent, pattern) : [];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>Names of folders that a DAC is filed under: the build id of its runtime or its own, also as symbol servers write it.</summary>
    private static IEnumerable<string> FiledFolders(RuntimeIdentity runtime)
    {
        if (runtime.BuildId.Length > 0)
        {
            yield return runtime.BuildId;
            yield return $"elf-buildid-coreclr-{runtime.BuildId}";
        }

        if (runtime.DacBuildId is { } dac)
        {
            yield return dac;
            yield return $"elf-buildid-{dac}";
        }
    }

    private static bool IsFiledUnder(string folder, RuntimeIdentity runtime) =>
        FiledFolders(runtime).Contains(folder, StringComparer.OrdinalIgnoreCase);

    private FathomException Missing(RuntimeIdentity runtime) => FathomException.NotPossible(
        $"{Wanted(runtime)} is not on this machine.",
        $"install {Product(runtime)}, or put the file into {Path.Combine(places.CacheFolder ?? "the cache folder", Id(runtime))}/, "
            + "or name its folder with --dac DIR (docs/dac.md)");

    private FathomException GivenMisses(string given, RuntimeIdentity runtime) => FathomException.Usage(
        $"{Wanted(runtime)} is not in '{given}'{(_misfits.Count > 0 ? $"; what is there does not fit: {string.Join(", ", _misfits)}" : "")}.",
        $"give the folder of {DacPlaces.FileName} of exactly that build (docs/dac.md)");

    private static string Wanted(RuntimeIdentity runtime) =>
        $"The data access library {DacPlaces.FileName} of {Product(runtime)}{(runtime.FileVersion is { } version ? $" (version {version})" : "")}, "
        + (runtime.DacBuildId is { } dac ? $"build id {dac}," : $"runtime build id {(runtime.BuildId.Length > 0 ? runtime.BuildId : "unknown")},");

    private static string Product(RuntimeIdentity runtime) => runtime.ProductVersion is { } product ? $".NET {product}" : "the target's .NET";

    private static string Id(RuntimeIdentity runtime) => runtime.DacBuildId ?? (runtime.BuildId.Length > 0 ? runtime.BuildId : "BUILD-ID");
}
