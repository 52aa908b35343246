namespace Fathom.Sources.Heap.Layout;

/// <summary>Where an object lives. The names of the members in lower case are the texts of the recorded tables.</summary>
internal enum HeapGeneration : byte
{
    Gen0,
    Gen1,
    Gen2,
    Large,
    Pinned,
    Frozen,
}
