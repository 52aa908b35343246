namespace Fathom.Sources.Traces.Symbols;

/// <summary>The function that a place of a file lies in.</summary>
/// <param name="Name">Its name; of C++ as programmers write it.</param>
/// <param name="Offset">Bytes from its start.</param>
public readonly record struct NativeFunction(string Name, ulong Offset);
