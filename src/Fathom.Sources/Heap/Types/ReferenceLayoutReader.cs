using System.Buffers.Binary;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Types;

/// <summary>Reads and decodes the description of references that the runtime keeps before a method table for its GC.</summary>
/// <remarks>
/// <code>
/// table  -8   number of parts, 8 bytes; below zero for arrays of structs
///        -16  start of the first part, bytes from the object's start
/// fields and plain arrays:
///        -24  length of the first part, to which the object's size is added
///        -32, -40 and so on: start and length of the next part
/// arrays of structs:
///        -24  references in the first part (4 bytes), bytes from its end to the next part (4 bytes)
///        -32 and so on: the next part; behind the last one comes the first one of the next element
/// </code>
/// <para>
/// A description is believed when it fits the type's own sizes. Fields: all parts lie between the method table pointer and the end of the smallest object
/// of the type. Arrays of structs: the first part starts in the first element, which follows the array's head (base size less the 8 bytes of the header
/// that stand before an object: 16, and more for arrays of several dimensions), and all parts with their gaps are exactly one element long.
/// </para>
/// </remarks>
internal static class ReferenceLayoutReader
{
    public const uint HoldsReferences = 0x0100_0000;

    // The runtime refuses types whose fields need more than 27 bits of offset; a table that tells of a larger one is no table.
    private const uint MaxFieldBytes = 1 << 27;
    private const int PointerSize = 8;

    /// <summary>Reads the layout of a type.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="methodTable">Address of a method table.</param>
    /// <param name="loaderAllocator">The object that every instance holds without a field, or 0.</param>
    /// <param name="budget">Room for the parts of all types.</param>
    public static ReferenceLayout Read(ITargetMemory memory, ulong methodTable, ulong loaderAllocator, LayoutBudget budget)
    {
        Span<byte> head = stackalloc byte[3 * PointerSize];
        if (memory.Read(methodTable, head) < 2 * sizeof(uint))
            return ReferenceLayout.Unknown with { LoaderAllocator = loaderAllocator };
        uint flags = BinaryPrimitives.ReadUInt32LittleEndian(head);
        uint baseSize = BinaryPrimitives.ReadUInt32LittleEndian(head[HeapLayout.BaseSizeOffset..]);
        if ((flags & HoldsReferences) == 0)
            return loaderAllocator == 0 ? ReferenceLayout.None : ReferenceLayout.None with { LoaderAllocator = loaderAllocator };
        if (memory.Read(methodTable - (ulong)head.Length, head) < head.Length)
            return ReferenceLayout.Unknown with { LoaderAllocator = loaderAllocator };
        long count = BinaryPrimitives.ReadInt64LittleEndian(head[(2 * PointerSize)..]);
        long first = BinaryPrimitives.ReadInt64LittleEndian(head[PointerSize..]);
        uint elementSize = (flags & HeapLayout.HasComponents) != 0 ? flags & HeapLayout.ComponentSizeMask : 0;
        ReferencePart[]? parts = count > 0 ? Series(memory, methodTable, count, baseSize, budget) : Pattern(memory, methodTable, count, first, baseSize, elementSize, budget);
        return parts is null
            ? ReferenceLayout.Unknown with { LoaderAllocator = loaderAllocator }
            : new ReferenceLayout(parts, count < 0, loaderAllocator, false);
    }

    private static ReferencePart[]? Series(ITargetMemory memory, ulong methodTable, long count, uint baseSize, LayoutBudget budget)
    {
        if (baseSize > MaxFieldBytes || count > baseSize / PointerSize || !budget.TryTake(count))
            return null;
        byte[] bytes = new byte[count * 2 * PointerSize];
        if (memory.Read(methodTable - PointerSize - (ulong)bytes.Length, bytes) < bytes.Length)
            return null;
        ReferencePart[] parts = new ReferencePart[count];
        for (int i = 0; i < count; i++)
        {
            // The first part stands last, next to the table.
            Span<byte> part = bytes.AsSpan(bytes.Length - ((i + 1) * 2 * PointerSize));
            long length = BinaryPrimitives.ReadInt64LittleEndian(part), start = BinaryPrimitives.ReadInt64LittleEndian(part[PointerSize..]);
            if (start < PointerSize || start > baseSize || start % PointerSize != 0 || length > 0 || length < -(long)baseSize || length % PointerSize != 0)
                return null;
            parts[i] = new ReferencePart((int)start, length, 0);
        }

        return parts;
    }

    private static ReferencePart[]? Pattern(ITargetMemory memory, ulong methodTable, long count, long first, uint baseSize, uint elementSize, LayoutBudget budget)
    {
        long elements = (long)baseSize - PointerSize;
        if (count == 0 || count < -(elementSize / PointerSize) || first < elements || first > elements + elementSize - PointerSize || first % PointerSize != 0 || !budget.TryTake(-count))
            return null;
        byte[] bytes = new byte[-count * PointerSize];
        if (memory.Read(methodTable - (2 * PointerSize) - (ulong)bytes.Length, bytes) < bytes.Length)
            return null;
        ReferencePart[] parts = new ReferencePart[-count];
        long described = 0;
        for (int i = 0; i < parts.Length; i++)
        {
            Span<byte> part = bytes.AsSpan(bytes.Length - ((i + 1) * PointerSize));
            uint references = BinaryPrimitives.ReadUInt32LittleEndian(part), skip = BinaryPrimitives.ReadUInt32LittleEndian(part[sizeof(uint)..]);
            described += ((long)references * PointerSize) + skip;
            if (references == 0 || described > elementSize || skip % PointerSize != 0)
                return null;
            parts[i] = new ReferencePart((int)first, references * PointerSize, (int)skip);
        }

        return described == elementSize ? parts : null;
    }
}
