using Fathom.Model;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Targets.Dac;

/// <summary>
/// Finds the runtime's data access library (DAC), which knows the private structures of exactly one build of the runtime. Another build's DAC
/// would read nonsense or crash, so each candidate is compared with the runtime first. docs/dac.md tells users the same.
/// </summary>
internal sealed class DacLocator(DacPlaces places)
{
    private const string RuntimeFile = "libcoreclr.so";

    private readonly List<string> _misfits = [];
    private UntrustedDacException? _untrusted;

    /// <summary>Finds the DAC of a runtime.</summary>
    /// <exception cref="FathomException">None of the places has it; the message names file, version and build id.</exception>
    public static DacLibrary Find(RuntimeIdentity runtime, DacPlaces places) => new DacLocator(places).Find(runtime);

    private DacLibrary Find(RuntimeIdentity runtime)
    {
        foreach (string candidate in places.Given is { } given ? GivenCandidates(given, runtime) : Candidates(runtime))
        {
            if (Look(candidate, runtime) is { } fitting)
                return fitting;
        }

        throw places.Given is { } folder ? GivenMisses(folder, runtime) : _untrusted ?? (Exception)Missing(runtime);
    }

    // One opened file serves all: its build is compared, its trust was looked at on the way to it, and it is what is loaded.
    private DacLibrary? Look(string candidate, RuntimeIdentity runtime)
    {
        string? distrust = null;
        OpenedDac? opened = places.Given is not null ? OpenedDac.AnyAt(candidate)
            : IsTargets(candidate) ? Distrust(candidate, "the process sees it in another mount namespace or root folder, so its owner there does not count", out distrust)
            : OpenedDac.TrustedAt(candidate, out distrust) ?? (distrust is null ? null : OpenedDac.AnyAt(candidate));
        if (opened is null)
            return null;
        if (!Fits(candidate, opened.Path, runtime, out string? note))
            _misfits.Add($"{candidate} ({FileVersionText.Find(opened.Path)?.ToString() ?? "no version"})");
        else if (distrust is null)
            return new DacLibrary(candidate, note, opened);
        else
            _untrusted ??= new UntrustedDacException(candidate, distrust, places.ProcessId);
        opened.Dispose();
        return null;
    }

    private static OpenedDac? Distrust(string candidate, string why, out string? distrust)
    {
        distrust = why;
        return OpenedDac.AnyAt(candidate);
    }

    private bool IsTargets(string candidate) => places.TargetRoot.Length > 0 && candidate.StartsWith(places.TargetRoot + "/", StringComparison.Ordinal);

    /// <summary>What tells that a file is the DAC of this runtime, the strongest sign first.</summary>
    private bool Fits(string candidate, string opened, RuntimeIdentity runtime, out string? note)
    {
        note = null;
        string? buildId = ElfImages.TryRead(opened)?.BuildId;
        if (buildId is not null && buildId == runtime.DacBuildId)
            return true;
        string folder = Path.GetDirectoryName(candidate)!;
        if (runtime.BuildId.Length > 0 && ElfImages.TryRead(Path.Combine(folder, RuntimeFile))?.BuildId == runtime.BuildId)
            return true;
        if (IsFiledUnder(Path.GetFileName(folder), runtime))
            return true;

        Version? expected = runtime.FileVersion ?? FileVersionText.Find(places.TargetRoot + runtime.Path);
        Version? actual = FileVersionText.Find(opened);
        if (expected is not null && expected == actual)
        {
            note = runtime.DacBuildId is null
                ? $"The data access library {candidate} was chosen by its version {actual}; build ids could not be compared."
                : $"The data access library {candidate} has the runtime's version {actual} but another build id "
                    + $"({buildId ?? "none"}, expected {runtime.DacBuildId}).";
            return true;
        }

        if (expected is not null || places.Given is null)
            return false;
        note = $"It is unknown whether the data access library {candidate} belongs to the runtime; wrong numbers are possible.";
        return true;
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

    // The path of the target's runtime may well lead to the same file in our own view, such as for a service with a /tmp of its own. What only the target's
    // view has is never loaded; it comes last, to be named when nothing else fits.
    private IEnumerable<string> Candidates(RuntimeIdentity runtime)
    {
        string beside = Path.Combine(Path.GetDirectoryName(runtime.Path) ?? "", DacPlaces.FileName);
        if (Path.IsPathRooted(beside))
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
            yield return Path.Join(places.TargetRoot, beside);
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
