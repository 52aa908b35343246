namespace Fathom.Sources.Inspection;

/// <summary>What the walk passed.</summary>
/// <param name="ObjectCount">Objects.</param>
/// <param name="ObjectBytes">Bytes of them.</param>
/// <param name="FreeBytes">Bytes of free blocks.</param>
internal readonly record struct InspectionTotals(long ObjectCount, long ObjectBytes, long FreeBytes);
