namespace Fathom.Tests.Architecture;

/// <summary>A file of one folder uses a type of another folder.</summary>
/// <param name="From">The folder of the file, from the project's own; empty for that.</param>
/// <param name="To">The folder of the type.</param>
/// <param name="Type">The type.</param>
/// <param name="File">Name of the file.</param>
internal sealed record FolderUse(string From, string To, string Type, string File);
