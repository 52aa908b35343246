namespace Fathom.Formats.Dwarf;

/// <summary>A row of a line table. It is about all instructions from its address to that of the next row.</summary>
/// <param name="Address">Address as the file has it.</param>
/// <param name="Operation">Number of the operation in a word that has several; 0 where words have one.</param>
/// <param name="File">Number of the source file in the unit.</param>
/// <param name="Line">Line, from 1; 0 for no line.</param>
/// <param name="Column">Column, from 1; 0 where it is not known.</param>
/// <param name="IsEnd">Whether it is the address behind the last instruction of a sequence.</param>
internal readonly record struct LineRow(ulong Address, uint Operation, uint File, uint Line, uint Column, bool IsEnd);
