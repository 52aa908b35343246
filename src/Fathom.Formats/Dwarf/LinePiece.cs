namespace Fathom.Formats.Dwarf;

/// <summary>A part of a line table from which rows can be decoded without those before it.</summary>
/// <param name="Start">Address of its first row.</param>
/// <param name="End">Address behind its last instruction.</param>
/// <param name="Unit">Where the head of its unit begins in the section.</param>
/// <param name="Next">Where the program goes on behind the first row.</param>
/// <param name="First">The first row.</param>
internal readonly record struct LinePiece(ulong Start, ulong End, int Unit, int Next, LineRow First);
