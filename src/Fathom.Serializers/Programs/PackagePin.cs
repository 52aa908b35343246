namespace Fathom.Serializers.Programs;

/// <summary>A package with the version that programs are built with in place of the one that they name.</summary>
/// <param name="Id">The package.</param>
/// <param name="Version">The version.</param>
public sealed record PackagePin(string Id, string Version);
