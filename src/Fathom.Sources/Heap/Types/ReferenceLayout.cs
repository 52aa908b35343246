namespace Fathom.Sources.Heap.Types;

/// <summary>Where the references lie in the objects of one type: the runtime's GCDesc, decoded.</summary>
/// <param name="Parts">
/// In the order of the description. Without <see cref="Repeats"/> each part is one run of references. With it the parts together describe one
/// element, and stand for every element of the array.
/// </param>
/// <param name="Repeats">Whether this is an array of structs that hold references.</param>
/// <param name="LoaderAllocator">
/// The object that keeps the types of an unloadable load context alive, held by each of their instances without a field; 0 for types that stay.
/// </param>
/// <param name="Damaged">Whether a description should be there and makes no sense: then the references of the type are not known.</param>
internal sealed record ReferenceLayout(ReferencePart[] Parts, bool Repeats, ulong LoaderAllocator, bool Damaged)
{
    /// <summary>Of types without references.</summary>
    public static ReferenceLayout None { get; } = new([], false, 0, false);

    /// <summary>Of types whose description makes no sense.</summary>
    public static ReferenceLayout Unknown { get; } = new([], false, 0, true);

    /// <summary>Whether no object of the type refers to another one.</summary>
    public bool IsEmpty => Parts.Length == 0 && LoaderAllocator == 0;
}
