using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Heap.Objects;

/// <summary>Reads single values of a target.</summary>
internal static class MemoryReads
{
    /// <summary>Reads a value; false where not all of it can be read.</summary>
    public static bool TryRead<T>(this ITargetMemory memory, ulong address, out T value)
        where T : unmanaged
    {
        value = default;
        return memory.Read(address, MemoryMarshal.AsBytes(new Span<T>(ref value))) == Unsafe.SizeOf<T>();
    }

    /// <summary>Reads the method table of an object, without the GC's marks; false where there is none.</summary>
    public static bool TryReadMethodTable(this ITargetMemory memory, ulong address, out ulong methodTable)
    {
        bool isRead = memory.TryRead(address, out methodTable);
        methodTable &= ~HeapLayout.PointerBits;
        return isRead && methodTable != 0;
    }
}
