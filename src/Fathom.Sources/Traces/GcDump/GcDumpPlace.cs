namespace Fathom.Sources.Traces.GcDump;

/// <summary>What objects of a gcdump are summed by.</summary>
/// <param name="Type">Index in <see cref="GcDumpUsage.Types"/>.</param>
/// <param name="Segment">Index of the segment, -1 where it is not known.</param>
/// <param name="Generation">Generation, null where it is not known.</param>
internal readonly record struct GcDumpPlace(int Type, int Segment, string? Generation);
