using System.Buffers.Binary;
using Fathom.Sources.Heap;
using Fathom.Sources.Target;

namespace Fathom.Sources.Graph;

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
/// </remarks>
internal static class ReferenceLayoutReader
{
    public const uint HoldsReferences = 0x0100_0000;

    // A type with more parts than this does not exist: the GC's own limit for the fields of a type is far below.
    private const int MaxParts = 64 * 1024;
    private const int PointerSize = 8;

    /// <summary>Reads the layout of a type.</summary>
    /// <param name="memory">The target's memory.</param>
    /// <param name="methodTable">Address of a method table.</param>
    /// <param name="loaderAllocator">The object that every instance holds without a field, or 0.</param>
    public static ReferenceLayout Read(ITargetMemory memory, ulong methodTable, ulong loaderAllocator)
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
        if (count is 0 or < -MaxParts or > MaxParts || first < PointerSize || first > baseSize)
            return ReferenceLayout.Unknown with { LoaderAllocator = loaderAllocator };
        ReferencePart[]? parts = count > 0 ? Series(memory, methodTable, (int)count, baseSize) : Pattern(memory, methodTable, (int)-count, (int)first);
        return parts is null
            ? ReferenceLayout.Unknown with { LoaderAllocator = loaderAllocator }
            : new ReferenceLayout(parts, count < 0, loaderAllocator, false);
    }

    private static ReferencePart[]? Series(ITargetMemory memory, ulong methodTable, int count, uint baseSize)
    {
        byte[] bytes = new byte[count * 2 * PointerSize];
        if (memory.Read(methodTable - PointerSize - (ulong)bytes.Length, bytes) < bytes.Length)
            return null;
        ReferencePart[] parts = new ReferencePart[count];
        for (int i = 0; i < count; i++)
        {
            // The first part stands last, next to the table.
            Span<byte> part = bytes.AsSpan(bytes.Length - ((i + 1) * 2 * PointerSize));
            long length = BinaryPrimitives.ReadInt64LittleEndian(part), start = BinaryPrimitives.ReadInt64LittleEndian(part[PointerSize..]);
            if (start < PointerSize || start > baseSize || start % PointerSize != 0 || length > 0 || length < -(long)baseSize)
                return null;
            parts[i] = new ReferencePart((int)start, length, 0);
        }

        return parts;
    }

    private static ReferencePart[]? Pattern(ITargetMemory memory, ulong methodTable, int count, int start)
    {
        byte[] bytes = new byte[count * PointerSize];
        if (start % PointerSize != 0 || memory.Read(methodTable - (2 * PointerSize) - (ulong)bytes.Length, bytes) < bytes.Length)
            return null;
        ReferencePart[] parts = new ReferencePart[count];
        for (int i = 0; i < count; i++)
        {
            Span<byte> part = bytes.AsSpan(bytes.Length - ((i + 1) * PointerSize));
            uint references = BinaryPrimitives.ReadUInt32LittleEndian(part), skip = BinaryPrimitives.ReadUInt32LittleEndian(part[sizeof(uint)..]);
            if (references is 0 or > ushort.MaxValue || skip > ushort.MaxValue || skip % PointerSize != 0)
                return null;
            parts[i] = new ReferencePart(start, references * PointerSize, (int)skip);
        }

        return parts;
    }
}
