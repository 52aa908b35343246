using Fathom.Files;
using Fathom.Formats.PortablePdb;
using Fathom.Sources.LoadedFiles;
using Fathom.Sources.Machine.Files;
using Fathom.Sources.Traces.Symbols;
using Microsoft.Win32.SafeHandles;

namespace Fathom.Sources.Traces.Lines;

/// <summary>
/// Finds the PDBs of modules: in the assembly, beside it, where it was built, and in folders that the user named. One that is of another build than the runtime has
/// loaded tells nothing.
/// </summary>
/// <param name="folders">Folders with symbols that the user named.</param>
/// <param name="bundled">Reads what lies in single-file programs.</param>
/// <param name="packed">PDBs that came with the trace; null for none.</param>
internal sealed class PdbFiles(IReadOnlyList<string> folders, BundledFiles bundled, PackedPdbs? packed = null)
{
    private const int MostBytes = 64 << 20;
    private const long MostBytesOfAll = 512L << 20;

    private readonly Dictionary<(string Path, Guid Id), (PortablePdbFile? Pdb, string Reason)> _known = [];
    private long _bytes;

    /// <summary>The PDB of a module.</summary>
    /// <param name="module">The module.</param>
    /// <param name="reason">Why there is none.</param>
    public PortablePdbFile? Find(ManagedModule module, out string reason)
    {
        if (!_known.TryGetValue((module.Path, module.PdbId), out (PortablePdbFile? Pdb, string Reason) known))
            _known.Add((module.Path, module.PdbId), known = Search(module));
        reason = known.Reason;
        return known.Pdb;
    }

    private (PortablePdbFile? Pdb, string Reason) Search(ManagedModule module)
    {
        if (module.PdbId == Guid.Empty)
            return (null, $"{module.Name} was built without a PDB, or its runtime does not tell which");
        AssemblyDebug? debug = bundled.ReadAssembly(module.Path, MostBytes, stream => AssemblyDebug.TryRead(stream, MostBytes) is { } one && one.Id == module.PdbId ? one : null);
        uint? stamp = debug?.Stamp;
        if (stamp is not null && debug!.Embedded is { } embedded && Read(embedded) is { } inside && IsOf(inside, module, stamp))
            return (inside, "");
        string? problem = null;
        if (stamp is not null && module.PdbPath.Length == 0)
            module = module with { PdbPath = debug!.Path };
        foreach ((string place, IEnumerable<byte[]> contents) in PlacesOf(module).Select(place => (place, BytesOf(place))).Concat(PackedOf(module)))
        {
            foreach (byte[] bytes in contents)
            {
                if (Read(bytes) is not { } pdb)
                    problem ??= $"'{place}' is damaged, too large, or not a portable PDB";
                else if (IsOf(pdb, module, stamp))
                    return (pdb, "");
                else
                    problem ??= $"'{place}' is of another build than the {module.Name} that ran";
            }
        }

        return (null, problem ?? $"no PDB of {module.Name} was found in it, beside it or with --symbol-path");
    }

    private static bool IsOf(PortablePdbFile pdb, ManagedModule module, uint? stamp) => pdb.Id == module.PdbId && (stamp is null || pdb.Stamp == stamp);

    private static IEnumerable<string> Rooted(params IEnumerable<string> places) => places.Where(Path.IsPathRooted);

    private static string[] NamesOf(ManagedModule module)
    {
        string name = module.PdbPath[(module.PdbPath.LastIndexOfAny(['/', '\\']) + 1)..];
        string own = Path.ChangeExtension(module.Name, ".pdb");
        return name.Length > 0 && name != own ? [name, own] : [own];
    }

    private IEnumerable<(string Place, IEnumerable<byte[]> Contents)> PackedOf(ManagedModule module) => packed is null ? []
        : NamesOf(module).SelectMany(packed.Named).Select(static one => (one.Place, (IEnumerable<byte[]>)[one.Bytes ?? []]));

    private IEnumerable<string> PlacesOf(ManagedModule module)
    {
        string home = Path.GetDirectoryName(module.Path) ?? "";
        string[] names = NamesOf(module);
        return Rooted(names.Select(each => Path.Join(home, each))).Concat(Rooted(module.PdbPath))
            .Concat(folders.SelectMany(folder => names.SelectMany(each => (string[])[Path.Join(folder, each), Path.Join(folder, each, $"{module.PdbId:N}ffffffff", each)])))
            .Distinct();
    }

    private PortablePdbFile? Read(byte[] bytes)
    {
        if (bytes.Length > MostBytesOfAll - _bytes || PortablePdbFile.TryRead(bytes) is not { } pdb)
            return null;
        _bytes += bytes.Length;
        return pdb;
    }

    // An empty array for a file that is there and cannot be read.
    private IEnumerable<byte[]> BytesOf(string path)
    {
        try
        {
            using SafeFileHandle? file = RegularFile.TryOpen(path, out long length);
            if (file is null)
                return bundled.Read(path, MostBytes);
            return [length > MostBytes ? [] : FileReading.Whole(file, length)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            return [[]];
        }
    }
}
