namespace Fathom.Formats.GcDump;

/// <summary>A type of a gcdump file.</summary>
/// <param name="Name">The name as the file has it; type arguments are in angle brackets, and big objects have a type of their own.</param>
/// <param name="ModulePath">Path of the module that defines the type, or null.</param>
/// <param name="SizeBytes">Size of objects that have none of their own in the file, in bytes.</param>
public readonly record struct GcDumpType(string Name, string? ModulePath, int SizeBytes)
{
    /// <summary>The type of nodes that are referred to and not described.</summary>
    public const string Undefined = "UNDEFINED";
}
