namespace Fathom.Sources.Traces.Lines;

/// <summary>What a runtime tells of a module.</summary>
/// <param name="Name">Its file name.</param>
/// <param name="Path">Its file; empty for one without.</param>
/// <param name="PdbId">The id of its PDB; empty where none is told.</param>
/// <param name="PdbPath">Where that was when it was built.</param>
internal sealed record ManagedModule(string Name, string Path, Guid PdbId, string PdbPath);
