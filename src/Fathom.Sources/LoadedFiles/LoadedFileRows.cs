using Fathom.Model.Recording;
using Fathom.Model.Runtime;
using Fathom.Sources.Origins;

namespace Fathom.Sources.LoadedFiles;

/// <summary>Writes rows of files with code, with what the files themselves say where they can be read.</summary>
/// <param name="sink">Gets the rows.</param>
/// <param name="builds">Reads files.</param>
internal sealed class LoadedFileRows(IRecordingSink sink, BuildFiles builds)
{
    private const string VersionKey = "Version=";

    private readonly RowBatch<LoadedFileRow> _rows = new(sink);

    /// <summary>A program or library.</summary>
    /// <param name="process">Number of the process in the recording.</param>
    /// <param name="path">Its path as the process has it.</param>
    /// <param name="buildId">Its build; null where nothing tells.</param>
    /// <param name="loadedNs">When it was loaded; null where nothing tells.</param>
    /// <param name="readable">Where the very file can be read; null where only its path is known, so that its build must fit.</param>
    /// <param name="told">What a trace tells of its version; null for nothing.</param>
    public void AddNative(uint process, string path, string? buildId, long? loadedNs, string? readable = null, ToldVersion? told = null)
    {
        BuildFacts? facts = readable is not null ? builds.Native(readable, null) : buildId is not null ? builds.Native(path, buildId)
            : null;
        Add(process, "native", NameOf(path), path, facts, null, buildId ?? facts?.BuildId, null, loadedNs, told);
    }

    /// <summary>An assembly.</summary>
    /// <param name="process">Number of the process in the recording.</param>
    /// <param name="fullName">Its name with its version; null where nothing tells.</param>
    /// <param name="path">Its path as the process has it; null where it has no file.</param>
    /// <param name="pdbId">Its build; null where nothing tells.</param>
    /// <param name="loadedNs">When it was loaded; null where nothing tells.</param>
    /// <param name="readable">Where the very file can be read; null where only its path is known, so that its build must fit.</param>
    /// <param name="methods">Its methods that had code at the end; null where nothing tells.</param>
    /// <param name="told">What a trace tells of its version; null for nothing.</param>
    public void AddAssembly(uint process, string? fullName, string? path, string? pdbId, long? loadedNs, string? readable = null,
        int? methods = null, ToldVersion? told = null)
    {
        BuildFacts? facts = readable is not null ? builds.Assembly(readable, null) : path is not null && pdbId is not null
            ? builds.Assembly(path, pdbId) : null;
        string name = path is not null ? NameOf(path) : fullName?.Split(',')[0] ?? "unknown";
        Add(process, "assembly", name, path, facts, VersionIn(fullName) ?? facts?.AssemblyVersion, facts?.BuildId, pdbId ?? facts?.PdbId,
            loadedNs, told, methods);
    }

    /// <summary>Writes the last of them.</summary>
    public void End() => _rows.Flush();

    // Of a trace of Windows the path has backslashes.
    private static string NameOf(string path) => path[(path.LastIndexOfAny(['/', '\\']) + 1)..];

    private static string? VersionIn(string? fullName)
    {
        int at = fullName?.IndexOf(VersionKey, StringComparison.Ordinal) ?? -1;
        return at < 0 ? null : fullName![(at + VersionKey.Length)..].Split(',')[0];
    }

    private static string? Known(string? text) => text is { Length: > 0 } ? text : null;

    private void Add(
        uint process, string kind, string name, string? path, BuildFacts? facts, string? assemblyVersion, string? buildId, string? pdbId,
            long? loadedNs, ToldVersion? told,
        int? methods = null)
    {
        (string? version, string? from) = (path is null ? null : FrameworkVersion.Of(path), facts?.Version ?? Known(told?.File), assemblyVersion) switch
        {
            ({ } ofPath, _, _) => (ofPath, "path"),
            (_, { } ofFile, _) => (ofFile, "file"),
            (_, _, { } ofName) => (ofName, "name"),
            _ => default((string?, string?)),
        };
        _rows.Add(new LoadedFileRow(
            process, sink.Ids.Text(kind), sink.Ids.Text(name), sink.Ids.Text(path), sink.Ids.Text(version), sink.Ids.Text(from),
                sink.Ids.Text(assemblyVersion),
            sink.Ids.Text(buildId), sink.Ids.Text(pdbId), facts?.SizeBytes, loadedNs, methods,
            sink.Ids.Text(Known(told?.ProductVersion)), sink.Ids.Text(Known(told?.Product))));
    }
}
