namespace Fathom.Formats.Assemblies;

/// <summary>Which build of which assembly a file is.</summary>
/// <param name="Name">Its simple name.</param>
/// <param name="Version">The version by which others refer to it.</param>
/// <param name="ModuleVersionId">The id of its content (MVID), which every build has anew.</param>
/// <param name="PdbId">The id of its PDB; empty where it has none.</param>
/// <param name="ProductVersion">The version that its author gave it, without the commit behind a plus; null where there is none.</param>
/// <param name="IsProgram">Whether it has an entry point.</param>
/// <param name="References">The assemblies that it refers to, in the order of its table; empty where they were not asked for.</param>
public sealed record AssemblyIdentity(
    string Name, Version Version, Guid ModuleVersionId, Guid PdbId, string? ProductVersion, bool IsProgram,
        IReadOnlyList<ReferredAssembly> References);
