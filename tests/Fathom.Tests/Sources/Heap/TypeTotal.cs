namespace Fathom.Tests.Sources.Heap;

/// <summary>Objects of one type, by whichever way they were counted.</summary>
internal readonly record struct TypeTotal(string Name, long Count, long SizeBytes);
