using Fathom.Sources.Heap.Layout;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>What all arrays of one type have in common.</summary>
/// <param name="Type">The type of the array.</param>
/// <param name="DataOffset">Offset of the first element from the array's address.</param>
/// <param name="Element">The elements.</param>
internal sealed record ArrayShape(ClrType Type, int DataOffset, ValueShape Element)
{
    // Base size without the header before the object: method table, length, and for arrays with several dimensions their lengths and lower bounds.
    private const int HeaderSize = 8;

    public int ElementSize => Element.SizeBytes;

    /// <summary>The shape of a type; null where it is no array.</summary>
    /// <param name="type">The type of the array.</param>
    /// <param name="element">The type of its elements; null where the runtime does not tell.</param>
    public static ArrayShape? Of(ClrType type, ClrType? element) =>
        type.IsArray && type.ComponentSize > 0 ? new ArrayShape(type, type.StaticSize - HeaderSize, ValueShape.OfElements(type, element)) : null;

    /// <summary>Whether so many elements fit between an array's address and an end.</summary>
    public bool Fits(uint length, ulong address, ulong end) =>
        address < end && HeapLayout.AlignUp((ulong)DataOffset + ((ulong)length * (uint)ElementSize)) <= end - address;
}
