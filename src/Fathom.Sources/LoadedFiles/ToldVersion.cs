namespace Fathom.Sources.LoadedFiles;

/// <summary>What a trace tells of the version of a file.</summary>
/// <param name="File">Version of the file; empty for none.</param>
/// <param name="Product">The product that it belongs to; empty for none.</param>
/// <param name="ProductVersion">Version of that; empty for none.</param>
internal sealed record ToldVersion(string File, string Product, string ProductVersion);
