namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A module that the runtime has loaded.</summary>
/// <param name="moduleId">The runtime's number of it.</param>
/// <param name="assemblyId">The runtime's number of its assembly.</param>
/// <param name="path">Its file; empty for one without.</param>
internal readonly ref struct TracedModule(ulong moduleId, ulong assemblyId, ReadOnlySpan<char> path)
{
    public ulong ModuleId { get; } = moduleId;

    public ulong AssemblyId { get; } = assemblyId;

    public ReadOnlySpan<char> Path { get; } = path;

    /// <summary>Its file name; of a trace of Windows the path has backslashes.</summary>
    public ReadOnlySpan<char> FileName => Path[(Path.LastIndexOfAny('/', '\\') + 1)..];
}
