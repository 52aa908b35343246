namespace Fathom.Formats.PerfData.Features;

/// <summary>How records were compressed.</summary>
/// <param name="Type">1 is zstd.</param>
/// <param name="Level">Level.</param>
/// <param name="Ratio">How many times smaller they became.</param>
/// <param name="BufferBytes">Bytes of the largest piece that was compressed at once.</param>
public readonly record struct CompressionNote(int Type, int Level, int Ratio, int BufferBytes);
