namespace Fathom.Sources.Traces.Rows;

/// <summary>What a place of code is called.</summary>
/// <param name="Name">Name of the function; null where none is known.</param>
/// <param name="Module">File name of its module.</param>
/// <param name="Kind">kernel, native, managed or unknown.</param>
/// <param name="Offset">Bytes from the start of the function, or from that of the image where it has no name.</param>
internal readonly record struct PlaceName(string? Name, string Module, string Kind, ulong Offset)
{
    /// <summary>File of the module as its process has it; null where there is none, or nobody tells.</summary>
    public string? Path { get; init; }

    /// <summary>A process that has the file, by its number at the machine; 0 where that is not known.</summary>
    public int Pid { get; init; }

    /// <summary>What stands for the name where there is none: all of those of a module are one.</summary>
    public string WithoutName => Module + "!?";
}
