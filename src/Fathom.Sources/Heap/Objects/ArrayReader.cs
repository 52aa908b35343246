using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Objects;

/// <summary>Reads the heads of arrays; asks the DAC once for each type of array.</summary>
/// <param name="heap">Names the types and knows the segments.</param>
/// <param name="memory">The target's memory.</param>
internal sealed class ArrayReader(ClrHeap heap, ITargetMemory memory)
{
    private const int LengthOffset = 8;
    private const int ElementTypeOffset = 0x30;

    private readonly Dictionary<ulong, ArrayShape?> _shapes = [];

    /// <summary>Reads the array that a field refers to.</summary>
    /// <param name="reference">Address of the field.</param>
    /// <param name="array">The array; without a shape for a null reference.</param>
    /// <returns>False where the field cannot be read, refers to something else than an array, or the array would reach over the end of its segment.</returns>
    public bool TryRead(ulong reference, out ArrayFacts array)
    {
        array = default;
        return memory.TryRead(reference, out ulong address) && (address == 0 || TryReadAt(address, out array));
    }

    /// <summary>Reads the array at an address; false as for <see cref="TryRead"/>.</summary>
    public bool TryReadAt(ulong address, out ArrayFacts array)
    {
        array = default;
        if (!memory.TryReadMethodTable(address, out ulong methodTable) || ShapeOf(methodTable) is not { } shape)
            return false;
        if (!memory.TryRead(address + LengthOffset, out uint length) || length > int.MaxValue)
            return false;
        if (heap.GetSegmentByAddress(address) is not { } segment || !shape.Fits(length, address, segment.End))
            return false;
        array = new ArrayFacts(address, (int)length, shape);
        return true;
    }

    private ArrayShape? ShapeOf(ulong methodTable)
    {
        if (!_shapes.TryGetValue(methodTable, out ArrayShape? shape))
        {
            shape = heap.GetTypeByMethodTable(methodTable) is { } type ? ArrayShape.Of(type, ElementOf(type)) : null;
            _shapes.Add(methodTable, shape);
        }

        return shape;
    }

    // ClrMD knows the elements of an array type only where it met an object of it before the type itself. The runtime keeps them in the method table,
    // in the same place from .NET 8 to 10; whether it is so is seen from the names.
    private ClrType? ElementOf(ClrType array)
    {
        if (array.ComponentType is { } known)
            return known;
        ClrType? element = memory.TryRead(array.MethodTable + ElementTypeOffset, out ulong methodTable) && methodTable != 0 ? heap.GetTypeByMethodTable(methodTable) : null;
        return element?.Name is { } name && array.Name?.StartsWith(name + "[", StringComparison.Ordinal) == true ? element : null;
    }
}
