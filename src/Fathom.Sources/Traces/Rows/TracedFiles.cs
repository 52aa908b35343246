using Fathom.Model.Recording;
using Fathom.Sources.LoadedFiles;

namespace Fathom.Sources.Traces.Rows;

/// <summary>
/// Which files with code processes have loaded, as all traces of a recording tell it together. Times are those of the clock of the traces.
/// </summary>
internal sealed class TracedFiles
{
    private const int Most = 1 << 20;

    private readonly Dictionary<uint, Dictionary<string, (string BuildId, long? Ns)>> _mapped = [];
    private readonly Dictionary<(uint Process, string Path), (string BuildId, long? Ns, ToldVersion? Version)> _ofWindows = new(WindowsPaths.Instance);
    private readonly Dictionary<(uint Process, ulong Assembly), TracedAssembly> _assemblies = [];
    private readonly List<(uint Process, TracedAssembly Assembly)> _unloaded = [];
    private readonly Dictionary<(uint Process, ulong Module), int> _methods = [];
    private readonly HashSet<uint> _toldMethods = [];
    private int _count;

    /// <summary>A process has mapped a file.</summary>
    /// <param name="process">Number of the process in the recording.</param>
    /// <param name="path">The file.</param>
    /// <param name="buildId">Its build; empty where that is not told.</param>
    /// <param name="timeNs">When; 0 where that was before.</param>
    public void Map(uint process, string path, string buildId, long timeNs)
    {
        if (!path.StartsWith('/') || _count >= Most)
            return;
        if (!_mapped.TryGetValue(process, out Dictionary<string, (string, long?)>? files))
            _mapped.Add(process, files = []);
        if (files.TryAdd(path, (buildId, timeNs > 0 ? timeNs : null)))
            _count++;
    }

    /// <summary>A process of Windows has mapped a file, where case in paths means nothing.</summary>
    /// <param name="process">Number of the process in the recording.</param>
    /// <param name="path">The file.</param>
    /// <param name="buildId">Its build; empty where that is not told.</param>
    /// <param name="timeNs">When; 0 where that was before.</param>
    /// <param name="version">Its version; null where that is not told.</param>
    public void MapOfWindows(uint process, string path, string buildId, long timeNs, ToldVersion? version)
    {
        if (_count < Most && _ofWindows.TryAdd((process, path), (buildId, timeNs > 0 ? timeNs : null, version)))
            _count++;
        else if (version is not null && _ofWindows.TryGetValue((process, path), out (string BuildId, long? Ns, ToldVersion? Version) known) && known.Version is null)
            _ofWindows[(process, path)] = known with { Version = version };
    }

    /// <summary>A process has the files of the one that made it.</summary>
    public void Fork(uint parent, uint child)
    {
        if (!_mapped.TryGetValue(parent, out Dictionary<string, (string BuildId, long? Ns)>? files) || _mapped.ContainsKey(child)
            || _count >= Most)
            return;
        _mapped.Add(child, files.ToDictionary(static file => file.Key, static file => (file.Value.BuildId, (long?)null)));
        _count += files.Count;
    }

    /// <summary>Another program began in a process, or no row may be about it.</summary>
    public void Forget(uint process) => _mapped.Remove(process);

    /// <summary>The runtime of a process has loaded an assembly.</summary>
    /// <param name="process">Number of the process in the recording.</param>
    /// <param name="assemblyId">The runtime's number of it.</param>
    /// <param name="fullName">Its name with its version.</param>
    /// <param name="timeNs">When; null where that was before.</param>
    public void Load(uint process, ulong assemblyId, string fullName, long? timeNs)
    {
        // A number that comes again is that of another assembly: the first one was unloaded.
        if (timeNs is not null && Of(process, assemblyId) is { Name: not null } known && known.Name != fullName
            && _assemblies.Remove((process, assemblyId)))
            _unloaded.Add((process, known));
        if (Of(process, assemblyId) is { } assembly)
            (assembly.Name, assembly.LoadedNs) = (assembly.Name ?? fullName, assembly.LoadedNs ?? timeNs);
    }

    /// <summary>A method of a module had code when the session ended.</summary>
    public void AddMethod(uint process, ulong moduleId)
    {
        _toldMethods.Add(process);
        _methods[(process, moduleId)] = _methods.GetValueOrDefault((process, moduleId)) + 1;
    }

    /// <summary>An assembly has a module.</summary>
    /// <param name="process">Number of the process in the recording.</param>
    /// <param name="moduleId">The runtime's number of the module.</param>
    /// <param name="assemblyId">The runtime's number of the assembly.</param>
    /// <param name="path">The file; empty for one without.</param>
    /// <param name="pdbId">The id of its PDB; empty where none is told.</param>
    public void AddModule(uint process, ulong moduleId, ulong assemblyId, string path, Guid pdbId)
    {
        if (Of(process, assemblyId) is not { } assembly)
            return;
        assembly.Modules.Add(moduleId);
        assembly.Path ??= path.Length > 0 ? path : null;
        assembly.PdbId ??= pdbId == Guid.Empty ? null : pdbId.ToString("n");
    }

    /// <summary>Writes a row for each file of each process.</summary>
    /// <param name="sink">Gets the rows.</param>
    /// <param name="originNs">Time of the clock at which the recording begins.</param>
    /// <param name="stop">Ends it.</param>
    public void Write(IRecordingSink sink, long originNs, CancellationToken stop)
    {
        LoadedFileRows rows = new(sink, new BuildFiles());
        HashSet<(uint, string)> told = [];
        foreach ((uint process, TracedAssembly assembly) in _assemblies.Select(static one => (one.Key.Process, one.Value))
            .Concat(_unloaded))
        {
            stop.ThrowIfCancellationRequested();
            if (assembly.Path is { } path)
                told.Add((process, path));
            ToldVersion? version = null;
            if (assembly.Path is { } own && _ofWindows.Remove((process, own), out (string BuildId, long? Ns, ToldVersion? Version) mapped))
                version = mapped.Version;
            rows.AddAssembly(process, assembly.Name, assembly.Path, assembly.PdbId, assembly.LoadedNs - originNs,
                methods: MethodsOf(process, assembly), told: version);
        }

        foreach ((uint process, Dictionary<string, (string BuildId, long? Ns)> files) in _mapped)
        {
            stop.ThrowIfCancellationRequested();
            foreach ((string path, (string buildId, long? ns)) in files)
            {
                if (!MappedFiles.IsAssembly(path))
                    rows.AddNative(process, path, buildId.Length > 0 ? buildId : null, ns - originNs);
                else if (!told.Contains((process, path)))
                    rows.AddAssembly(process, null, path, null, ns - originNs);
            }
        }

        foreach (((uint process, string path), (string buildId, long? ns, ToldVersion? version)) in _ofWindows)
        {
            stop.ThrowIfCancellationRequested();
            rows.AddNative(process, path, buildId.Length > 0 ? buildId : null, ns - originNs, told: version);
        }

        rows.End();
    }

    // A process whose runtime did not name its methods at the end tells nothing.
    private int? MethodsOf(uint process, TracedAssembly assembly) => _toldMethods.Contains(process) && assembly.Modules.Count > 0
        ? assembly.Modules.Sum(module => _methods.GetValueOrDefault((process, module))) : null;

    private TracedAssembly? Of(uint process, ulong assemblyId)
    {
        if (_assemblies.TryGetValue((process, assemblyId), out TracedAssembly? assembly))
            return assembly;
        if (_count >= Most)
            return null;
        _count++;
        _assemblies.Add((process, assemblyId), assembly = new TracedAssembly());
        return assembly;
    }

    // What several events tell of one assembly.
    private sealed class TracedAssembly
    {
        public HashSet<ulong> Modules { get; } = [];

        public string? Name { get; set; }

        public string? Path { get; set; }

        public string? PdbId { get; set; }

        public long? LoadedNs { get; set; }
    }
}
