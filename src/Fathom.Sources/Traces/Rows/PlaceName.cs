namespace Fathom.Sources.Traces.Rows;

/// <summary>What a place of code is called.</summary>
/// <param name="Name">Name of the function; null where none is known.</param>
/// <param name="Module">File name of its module.</param>
/// <param name="Kind">kernel, native, managed or unknown.</param>
/// <param name="Offset">Bytes from the start of the function, or from that of the image where it has no name.</param>
internal readonly record struct PlaceName(string? Name, string Module, string Kind, ulong Offset)
{
    /// <summary>What stands for the name where there is none: all of those of a module are one.</summary>
    public string WithoutName => Module + "!?";
}
