namespace Fathom.Sources.Heap.Objects;

/// <summary>A value and where it stands in the target.</summary>
internal readonly record struct ValuePlace(ulong Address, ValueShape Shape);
