using Fathom.Sources.Threads.Unwinding;
using Fathom.Sources.Traces.Symbols;

namespace Fathom.Sources.Traces.Perf;

/// <summary>
/// The files of a trace on this machine. One is used if it has the build id; where the trace has none, if this machine recorded the trace since it was started, and the file has the number
/// of the mapped one and was not written to since.
/// </summary>
/// <param name="buildIdOf">The build id of a path, where the mapping itself has none; empty where nobody knows.</param>
/// <param name="folders">Folders that the user named.</param>
/// <param name="ownStartUnixNs">When the trace began, if this machine recorded it since it was started; null otherwise.</param>
internal sealed class TraceFrameFiles(Func<string, string> buildIdOf, IReadOnlyList<string> folders, Func<long?> ownStartUnixNs) : IFrameFiles
{
    private readonly Dictionary<(int Image, FileNumber File), IFrameTable?> _known = [];
    private readonly FrameFileReader _reader = new(keepsCode: true);
    private readonly SymbolPlaces _places = new(folders);

    /// <inheritdoc/>
    public long LeftOutCount => _reader.Budget.LeftOutCount;

    /// <inheritdoc/>
    public IFrameTable? Of(in CodeMapping mapping, int pid)
    {
        if (!_known.TryGetValue((mapping.Image.Number, mapping.File), out IFrameTable? frames))
            _known.Add((mapping.Image.Number, mapping.File), frames = mapping.Image.Kind switch
            {
                CodeKind.Native => Read(mapping.Image, mapping.File),
                CodeKind.Assembly => ReadAssembly(mapping.Image.Path, mapping.File),
                _ => null,
            });
        return frames;
    }

    private AssemblyFrames? ReadAssembly(string path, FileNumber number) =>
        Path.IsPathRooted(path) && ownStartUnixNs() is { } since ? _reader.TryReadAssembly(path, file => FrameFileReader.Is(file, number) && FrameFileReader.IsOlder(file, since)) : null;

    private FileFrames? Read(CodeImage image, FileNumber number)
    {
        string buildId = image.BuildId.Length > 0 ? image.BuildId : buildIdOf(image.Path);
        if (SymbolPlaces.IsBuildId(buildId))
            return _places.Of(image.Path, buildId).Select(path => _reader.TryRead(path, (_, read) => read.BuildId == buildId)).FirstOrDefault(static frames => frames is not null);
        return Path.IsPathRooted(image.Path) && ownStartUnixNs() is { } since
            ? _reader.TryRead(image.Path, (file, _) => FrameFileReader.Is(file, number) && FrameFileReader.IsOlder(file, since))
            : null;
    }
}
