namespace Fathom.Bench.Heap;

/// <summary>What a walk of a heap gave and how long it took.</summary>
/// <param name="Objects">Objects and free blocks met.</param>
/// <param name="Types">Types met.</param>
/// <param name="Walk">The walk and its statistics alone.</param>
/// <param name="All">Opening the target too.</param>
internal sealed record HeapCount(long Objects, int Types, TimeSpan Walk, TimeSpan All);
