namespace Fathom.Sources.LoadedFiles;

/// <summary>What a file says of its build.</summary>
/// <param name="Version">The version that it has of its author; null where it tells none.</param>
/// <param name="AssemblyVersion">The version by which assemblies refer to it; null of what is no assembly.</param>
/// <param name="BuildId">Build id or MVID, in hexadecimal digits; null where it has none.</param>
/// <param name="PdbId">Id of its PDB; null where it has none.</param>
/// <param name="SizeBytes">Its size.</param>
internal sealed record BuildFacts(string? Version, string? AssemblyVersion, string? BuildId, string? PdbId, long SizeBytes);
