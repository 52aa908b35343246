namespace Fathom.Sources.Heap.Objects;

/// <summary>One array of the target. It lies in one segment of the heap, so all of its elements have addresses.</summary>
/// <param name="Address">The array object; 0 for a reference to none.</param>
/// <param name="Length">Its elements.</param>
/// <param name="Shape">What it shares with others of its type; null where there is no array.</param>
internal readonly record struct ArrayFacts(ulong Address, int Length, ArrayShape? Shape)
{
    /// <summary>Address of an element. The index is not checked.</summary>
    public ulong AddressOf(int index) => Address + (ulong)Shape!.DataOffset + ((ulong)(uint)index * (uint)Shape.ElementSize);

    /// <summary>An element's value and place. The index is not checked.</summary>
    public ValuePlace this[int index] => new(AddressOf(index), Shape!.Element);
}
