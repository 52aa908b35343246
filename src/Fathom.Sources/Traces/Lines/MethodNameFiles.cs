using Fathom.Formats.PortablePdb;
using Fathom.Sources.LoadedFiles;

namespace Fathom.Sources.Traces.Lines;

/// <summary>
/// The names of methods that runtimes tell by number only, from their assemblies. An assembly of another build than the one that ran tells nothing.
/// </summary>
/// <param name="bundled">Reads what lies in single-file programs.</param>
internal sealed class MethodNameFiles(BundledFiles bundled)
{
    private const int MostBytes = 64 << 20;
    private const int MostFiles = 1 << 10;
    private const long MostBytesOfAll = 512L << 20;

    private readonly Dictionary<(string Path, Guid Id), AssemblyMethods?> _known = [];
    private readonly Dictionary<(AssemblyMethods File, uint Token), string?> _names = [];
    private long _bytes;

    /// <summary>The name of a method; null where its assembly is not here.</summary>
    /// <param name="module">Its module.</param>
    /// <param name="token">Its number in the metadata of that.</param>
    public string? Find(ManagedModule module, uint token)
    {
        if (!_known.TryGetValue((module.Path, module.PdbId), out AssemblyMethods? file))
        {
            _known.Add((module.Path, module.PdbId), file = _known.Count < MostFiles && _bytes < MostBytesOfAll ? Read(module) : null);
            _bytes += file?.MetadataBytes ?? 0;
        }

        if (file is null)
            return null;
        if (!_names.TryGetValue((file, token), out string? name))
            _names.Add((file, token), name = file.NameOf(token));
        return name;
    }

    private AssemblyMethods? Read(ManagedModule module) => module.PdbId == Guid.Empty ? null : bundled.ReadAssembly(
        module.Path,
        MostBytes,
        stream => AssemblyDebug.TryRead(stream, MostBytes)?.Id == module.PdbId ? AssemblyMethods.TryRead(stream, MostBytes) : null);
}
