namespace Fathom.Testing;

/// <summary>Live objects of one type and one size. A leak and a pool that gives back memory are often of one type, but seldom of one size.</summary>
/// <param name="Type">Number of the type: the value of its handle.</param>
/// <param name="SizeBytes">Size of each object; 0 where all sizes are taken together.</param>
internal readonly record struct HeapClass(ulong Type, long SizeBytes);
