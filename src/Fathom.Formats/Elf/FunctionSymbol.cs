namespace Fathom.Formats.Elf;

/// <summary>A function in the symbol table of a program or library.</summary>
/// <param name="Start">Distance of its first byte from the image base.</param>
/// <param name="Size">Bytes of its code; 0 where the table does not tell.</param>
/// <param name="Name">Its name, as the linker knows it.</param>
public readonly record struct FunctionSymbol(ulong Start, ulong Size, string Name);
