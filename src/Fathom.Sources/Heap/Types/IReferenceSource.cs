namespace Fathom.Sources.Heap.Types;

/// <summary>Knows where the references lie in the objects of a type. Asked once per type in a walk.</summary>
internal interface IReferenceSource
{
    /// <summary>The layout of a type that the walk has met.</summary>
    ReferenceLayout LayoutOf(ulong methodTable);
}
