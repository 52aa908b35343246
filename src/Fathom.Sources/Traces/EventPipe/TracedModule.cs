namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A module that the runtime has loaded.</summary>
/// <param name="moduleId">The runtime's number of it.</param>
/// <param name="assemblyId">The runtime's number of its assembly.</param>
/// <param name="path">Its file; empty for one without.</param>
/// <param name="pdbId">The id of its PDB; empty where none is told.</param>
/// <param name="pdbPath">Where that was when it was built.</param>
internal readonly ref struct TracedModule(ulong moduleId, ulong assemblyId, ReadOnlySpan<char> path, Guid pdbId, ReadOnlySpan<char> pdbPath)
{
    public ulong ModuleId { get; } = moduleId;

    public ulong AssemblyId { get; } = assemblyId;

    public ReadOnlySpan<char> Path { get; } = path;

    public Guid PdbId { get; } = pdbId;

    public ReadOnlySpan<char> PdbPath { get; } = pdbPath;

    /// <summary>Its file name; of a trace of Windows the path has backslashes.</summary>
    public ReadOnlySpan<char> FileName => Path[(Path.LastIndexOfAny('/', '\\') + 1)..];
}
