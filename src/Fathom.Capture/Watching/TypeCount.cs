namespace Fathom.Capture.Watching;

/// <summary>The objects of one type on the heap.</summary>
/// <param name="Type">Its name.</param>
/// <param name="Count">Objects.</param>
/// <param name="SizeBytes">Bytes that they occupy.</param>
public readonly record struct TypeCount(string Type, long Count, long SizeBytes);
