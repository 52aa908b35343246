namespace Fathom.Formats.WindowsPdb;

/// <summary>Where the debug information of an object file is.</summary>
/// <param name="Stream">Its stream; -1 where it was removed.</param>
/// <param name="SymbolBytes">Bytes of its symbols, with the four in front of them.</param>
/// <param name="OldLineBytes">Bytes of lines of an old form behind them, which nothing writes any more.</param>
/// <param name="LineBytes">Bytes of its lines, behind those.</param>
internal readonly record struct PdbModule(int Stream, uint SymbolBytes, uint OldLineBytes, uint LineBytes);
