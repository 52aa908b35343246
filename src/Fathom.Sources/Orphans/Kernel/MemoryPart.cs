namespace Fathom.Sources.Orphans.Kernel;

/// <summary>A part of the machine's memory.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="PartOf">The kind that it says more about; null for the parts that add up to the machine's memory.</param>
/// <param name="Name">Which one: a file, a device; null where there is nothing to add.</param>
/// <param name="SizeBytes">Bytes.</param>
internal readonly record struct MemoryPart(string Kind, string? PartOf, string? Name, long SizeBytes);
