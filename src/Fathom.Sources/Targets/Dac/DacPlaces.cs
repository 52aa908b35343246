using System.Runtime.InteropServices;
using Fathom.Files;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Dac;

/// <summary>Where to look for a DAC.</summary>
internal sealed record DacPlaces
{
    /// <summary>File name of the DAC on Linux.</summary>
    public const string FileName = "libmscordaccore.so";

    /// <summary>Folder or file that the user named, or null.</summary>
    public string? Given { get; init; }

    /// <summary>Put before paths of the target: its view of the file system, or empty where that is ours.</summary>
    public string TargetRoot { get; init; } = "";

    /// <summary>The live target, or null for a dump.</summary>
    public int? ProcessId { get; init; }

    /// <summary>Folders that .NET is installed in, each with <c>shared/Microsoft.NETCore.App</c>.</summary>
    public IReadOnlyList<string> DotnetRoots { get; init; } = [];

    /// <summary>Folder with one folder for each build id.</summary>
    public string? CacheFolder { get; init; }

    /// <summary>Folder of NuGet packages: runtimes that came with self-contained programs.</summary>
    public string? PackagesFolder { get; init; }

    /// <summary>The places of this machine.</summary>
    /// <param name="given">Folder or file that the user named, or null.</param>
    /// <param name="processId">The live target, or null for a dump.</param>
    public static DacPlaces OfThisMachine(string? given, int? processId)
    {
        string home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        string? cache = Variable("XDG_CACHE_HOME") ?? (home.Length > 0 ? Path.Combine(home, ".cache") : null);
        return new DacPlaces
        {
            Given = given,
            ProcessId = processId,
            TargetRoot = processId is int id && !SharedFiles.With(id) ? $"/proc/{id}/root" : "",
            DotnetRoots = [.. InstallFolders(home).Distinct().Where(Directory.Exists)],
            CacheFolder = cache is null ? null : Path.Combine(cache, "fathom", "dac"),
            PackagesFolder = Variable("NUGET_PACKAGES") ?? (home.Length > 0 ? Path.Combine(home, ".nuget", "packages") : null),
        };
    }

    // Where .NET looks itself: the variable, the installer's note, the folders of distributions; and where our own runtime is.
    private static IEnumerable<string> InstallFolders(string home)
    {
        if (Variable("DOTNET_ROOT") is { } root)
            yield return root;
        if (Installed("/etc/dotnet/install_location") is { } noted)
            yield return noted;
        yield return Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", ".."));
        yield return "/usr/share/dotnet";
        yield return "/usr/lib/dotnet";
        yield return "/usr/lib64/dotnet";
        yield return "/usr/local/share/dotnet";
        if (home.Length > 0)
            yield return Path.Combine(home, ".dotnet");
    }

    private static string? Installed(string note)
    {
        try
        {
            return File.Exists(note) && RegularFile.ReadLines(note).FirstOrDefault() is { Length: > 0 } folder ? folder.Trim() : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? Variable(string name) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : null;
}
