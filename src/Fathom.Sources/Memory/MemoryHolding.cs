namespace Fathom.Sources.Memory;

/// <summary>Memory that a process holds outside its resident set.</summary>
/// <param name="Category">huge pages, page tables, swap, unmapped shared memory, pipe buffers or socket buffers.</param>
/// <param name="Owner">What holds it, or null.</param>
/// <param name="Count">How many things hold it.</param>
/// <param name="SizeBytes">Bytes.</param>
internal readonly record struct MemoryHolding(string Category, string? Owner, int Count, long SizeBytes);
