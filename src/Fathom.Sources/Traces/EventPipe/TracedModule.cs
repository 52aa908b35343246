namespace Fathom.Sources.Traces.EventPipe;

/// <summary>A module that the runtime has loaded.</summary>
/// <param name="moduleId">The runtime's number of it.</param>
/// <param name="fileName">Its file name; empty for one without a file.</param>
internal readonly ref struct TracedModule(ulong moduleId, ReadOnlySpan<char> fileName)
{
    public ulong ModuleId { get; } = moduleId;

    public ReadOnlySpan<char> FileName { get; } = fileName;
}
