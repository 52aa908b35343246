namespace Fathom.Formats.Assemblies;

/// <summary>An assembly that another one refers to.</summary>
/// <param name="Name">Its simple name.</param>
/// <param name="Version">The version that is asked for.</param>
/// <param name="TypeCount">Types of it that are referred to or passed on.</param>
public sealed record ReferredAssembly(string Name, Version Version, int TypeCount);
