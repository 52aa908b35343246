namespace Fathom.Formats.PerfData.Ordering;

/// <summary>A record that waits for its turn.</summary>
/// <param name="TimeNs">Its time.</param>
/// <param name="Chunk">Chunk that it is in.</param>
/// <param name="Offset">Place there.</param>
internal readonly record struct WindowEntry(ulong TimeNs, int Chunk, int Offset);
