namespace Fathom.Sources.Traces.Symbols;

/// <summary>A function that was compiled while its process ran.</summary>
/// <param name="Name">Type and method, or the name as its map has it.</param>
/// <param name="Module">File name of its assembly; null where the map does not tell.</param>
/// <param name="Offset">Bytes from its begin.</param>
public readonly record struct CompiledFunction(string Name, string? Module, ulong Offset);
