using Fathom.Formats.Assemblies;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.LoadedFiles;

/// <summary>Reads what files with code say of their builds, each once. A file of another build than was loaded tells nothing.</summary>
internal sealed class BuildFiles
{
    // Only these have a text with their version, which is looked for in all of the file.
    private static readonly string[] s_ofRuntime = ["libcoreclr", "libclr", "libhost", "libmscor", "libSystem."];

    private readonly Dictionary<string, BuildFacts?> _native = [];
    private readonly Dictionary<string, BuildFacts?> _assemblies = [];

    /// <summary>A program or library.</summary>
    /// <param name="path">Where it can be read.</param>
    /// <param name="buildId">The build that was loaded; null where the file itself is the one that is loaded.</param>
    /// <returns>Null where it is not there, or is of another build.</returns>
    public BuildFacts? Native(string path, string? buildId)
    {
        if (!_native.TryGetValue(path, out BuildFacts? facts))
            _native.Add(path, facts = ReadNative(path));
        return buildId is null || buildId == facts?.BuildId ? facts : null;
    }

    /// <summary>An assembly.</summary>
    /// <param name="path">Where it can be read.</param>
    /// <param name="pdbId">The build that was loaded, by its PDB; null where the file itself is the one that is loaded.</param>
    /// <returns>Null where it is not there, or is of another build.</returns>
    public BuildFacts? Assembly(string path, string? pdbId)
    {
        if (!_assemblies.TryGetValue(path, out BuildFacts? facts))
            _assemblies.Add(path, facts = ReadAssembly(path));
        return pdbId is null || pdbId == facts?.PdbId ? facts : null;
    }

    private static BuildFacts? ReadNative(string path) => SizeOf(path) is { } size && ElfImages.TryRead(path) is { } image
        ? new BuildFacts(s_ofRuntime.Any(Path.GetFileName(path).StartsWith) ? FileVersionText.Find(path)?.ToString() : null, null,
            image.BuildId, null, size)
        : null;

    private static BuildFacts? ReadAssembly(string path) => SizeOf(path) is not { } size ? null : AssemblyFile.Read(
        path,
        stream => AssemblyIdentityReader.TryRead(stream, withReferences: false) is not { } assembly ? null : new BuildFacts(
            assembly.ProductVersion,
            assembly.Version.ToString(),
            assembly.ModuleVersionId.ToString("n"),
            assembly.PdbId == Guid.Empty ? null : assembly.PdbId.ToString("n"),
            size));

    private static long? SizeOf(string path)
    {
        try
        {
            return Path.IsPathRooted(path) && new FileInfo(path) is { Exists: true } file ? file.Length : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return null;
        }
    }
}
