namespace Fathom.Sources.Heap.Types;

/// <summary>A run of references in an object, or in an element of an array of structs.</summary>
/// <param name="Start">
/// Bytes from the object's start to the first reference of a run. In an array of structs: of the first part, to the first reference of the
/// first element; of the others without meaning.
/// </param>
/// <param name="Length">
/// In an array of structs: bytes of the run. Otherwise what is added to the object's size to give the bytes of the run, mostly below zero: so the
/// run of an array grows with it.
/// </param>
/// <param name="Skip">In an array of structs: bytes from the end of this part to the start of the next one.</param>
internal readonly record struct ReferencePart(int Start, long Length, int Skip);
