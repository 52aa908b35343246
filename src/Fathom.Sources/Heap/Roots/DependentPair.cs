namespace Fathom.Sources.Heap.Roots;

/// <summary>A dependent handle: as long as the first object lives, the second one does.</summary>
internal readonly record struct DependentPair(ulong Primary, ulong Secondary);
