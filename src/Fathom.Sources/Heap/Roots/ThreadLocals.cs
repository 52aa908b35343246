using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Where the runtime keeps, from .NET 9 on, the array with the values of a thread's static fields.</summary>
/// <remarks>
/// The native thread has the address of a block of thread-local memory:
/// <code>
/// +0    i32       length of the array below, plus 2
/// +4    i32       the same for types that can be unloaded
/// +8    address   array (object[]) of the values of all other types
/// +16   address   handles of the values of types that can be unloaded
/// +24   address   the thread that the block belongs to
/// </code>
/// .NET 10 describes where these are. .NET 9 does not, but it has the same block, which names its thread: so the one field of a thread that leads to such
/// a block is found by looking at all of them. Facts from the public sources of dotnet/runtime (threadstatics.h).
/// </remarks>
/// <param name="BlockAt">Bytes from the start of a thread to the address of its block.</param>
/// <param name="ArrayAt">Bytes from the start of the block to the address of its array.</param>
internal sealed record ThreadLocals(int BlockAt, int ArrayAt)
{
    // A thread of .NET 9 has about 1,000 bytes.
    private const int MaxThreadSize = 4096;
    private const int UsualArrayAt = 8;
    private const int ThreadAt = 24;
    private const int LengthAbove = 2;

    /// <summary>Where the runtime says that they are; null where it does not.</summary>
    public static ThreadLocals? Of(RuntimeDescriptor? descriptor) =>
        descriptor?.OffsetOf("Thread", "ThreadLocalDataPtr") is { } blockAt && descriptor.OffsetOf("ThreadLocalData", "NonCollectibleTlsArrayData") is { } arrayAt
            ? new ThreadLocals(blockAt, arrayAt)
            : null;

    /// <summary>Finds them by what the blocks of all threads have in common.</summary>
    /// <returns>Null where not exactly one field of a thread fits.</returns>
    public static ThreadLocals? Find(ClrHeap heap, ITargetMemory memory, IReadOnlyList<ClrThread> threads)
    {
        ClrThread[] known = [.. threads.Where(static thread => thread.Address != 0)];
        PointerReader fields = new(memory), blocks = new(memory);
        List<int> found = [];
        for (int at = 0; at < MaxThreadSize && known.Length > 0; at += sizeof(ulong))
        {
            // One thread after the other: the first has hardly any field that fits.
            int arrays = 0;
            if (Array.TrueForAll(known, thread => Fits(heap, fields, blocks, thread.Address, at, ref arrays)) && arrays > 0)
                found.Add(at);
        }

        return found is [int one] ? new ThreadLocals(one, UsualArrayAt) : null;
    }

    /// <summary>Reads the array of a thread.</summary>
    /// <param name="reader">Reads the target.</param>
    /// <param name="thread">The thread.</param>
    /// <param name="array">Its array; 0 where it has none.</param>
    /// <returns>False where it cannot be read.</returns>
    public bool TryRead(PointerReader reader, ClrThread thread, out ulong array)
    {
        array = 0;
        return thread.Address != 0
            && reader.TryPointer(thread.Address + (ulong)BlockAt, out ulong block)
            && (block == 0 || reader.TryPointer(block + (ulong)ArrayAt, out array));
    }

    // A thread that has just begun or is about to end has no block, and an empty field says nothing about the others.
    private static bool Fits(ClrHeap heap, PointerReader fields, PointerReader blocks, ulong thread, int at, ref int arrays)
    {
        if (!fields.TryPointer(thread + (ulong)at, out ulong block) || block % sizeof(ulong) != 0)
            return false;
        if (block == 0)
            return true;
        if (!blocks.TryPointer(block + ThreadAt, out ulong owner) || owner != thread || !blocks.TryPointer(block + UsualArrayAt, out ulong array))
            return false;
        int length = (int)blocks.Number(block);
        if (array == 0)
            return length == 0;
        bool isArray = heap.GetObjectType(array)?.Name == "System.Object[]" && (int)blocks.Number(array + sizeof(ulong)) + LengthAbove == length;
        arrays += isArray ? 1 : 0;
        return isArray;
    }
}
