using System.Buffers.Binary;
using Fathom.Model.Graph;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Reads the two lists of objects with finalizers: those whose finalizer has yet to run, and those that are registered.</summary>
internal static class FinalizerRoots
{
    private const int ChunkSize = 64 * 1024;

    // In the 4 bytes before an object: its finalizer was suppressed, or has run. The next collection takes it off the list.
    private const uint FinalizerRun = 0x4000_0000;
    private const int HeaderBytes = sizeof(uint);

    /// <summary>Adds the roots.</summary>
    public static void Read(ClrRuntime runtime, ITargetMemory memory, RootReading reading, CancellationToken due)
    {
        foreach (ClrSubHeap heap in runtime.Heap.SubHeaps)
        {
            foreach (ulong address in Addresses(memory, heap.FinalizerQueueRoots, reading, due))
                reading.Roots.Add(new RootEntry(address, RootKind.FinalizerReady, null));

            // By address, so that the headers of neighbours are read together.
            List<ulong> registered = Addresses(memory, heap.FinalizerQueueObjects, reading, due);
            registered.Sort();
            PointerReader headers = new(memory);
            foreach (ulong address in registered)
            {
                due.ThrowIfCancellationRequested();
                if ((headers.Number(address - HeaderBytes) & FinalizerRun) == 0)
                    reading.Roots.Add(new RootEntry(address, RootKind.FinalizerRegistered, null));
                else
                    reading.Suppressed.Add(address);
            }
        }
    }

    private static List<ulong> Addresses(ITargetMemory memory, MemoryRange range, RootReading reading, CancellationToken due)
    {
        List<ulong> addresses = [];
        byte[] chunk = new byte[ChunkSize];
        for (ulong at = range.Start; at < range.End;)
        {
            due.ThrowIfCancellationRequested();
            int length = memory.Read(at, chunk.AsSpan(0, (int)Math.Min(ChunkSize, range.End - at))) & ~(sizeof(ulong) - 1);
            if (length == 0)
            {
                reading.Missing($"{range.End - at:#,##0} bytes of the list of objects with finalizers cannot be read");
                break;
            }

            for (int offset = 0; offset < length; offset += sizeof(ulong))
            {
                if (BinaryPrimitives.ReadUInt64LittleEndian(chunk.AsSpan(offset)) is not 0 and ulong address)
                    addresses.Add(address);
            }

            at += (ulong)length;
        }

        return addresses;
    }
}
