namespace Fathom.Sources.LoadedFiles;

/// <summary>A reference of an assembly to another one, and what is there in its place.</summary>
/// <param name="Assembly">The assembly that refers.</param>
/// <param name="Version">Its version.</param>
/// <param name="Path">Its file.</param>
/// <param name="Reference">What it refers to; null where this is about an assembly that no other one refers to.</param>
/// <param name="Wanted">The version that it refers to.</param>
/// <param name="Found">The version that is there; null where none is.</param>
/// <param name="FoundIn">The file, or the framework, that has it; null where none is.</param>
/// <param name="Types">Types of it that are referred to.</param>
/// <param name="State">What that means, a word of <see cref="UseState"/>.</param>
internal sealed record AssemblyUse(
    string Assembly, string Version, string Path, string? Reference, string? Wanted, string? Found, string? FoundIn, int? Types,
        string State);
