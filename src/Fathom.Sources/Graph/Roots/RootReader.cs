using Fathom.Model.Graph;
using Fathom.Sources.Heap;
using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Graph.Roots;

/// <summary>Reads what keeps objects alive from outside the heap: everything that the GC itself starts from.</summary>
/// <param name="descriptor">The runtime's description of itself, or null.</param>
/// <param name="fields">Static fields of the target.</param>
internal sealed class RootReader(RuntimeDescriptor? descriptor, StaticFields fields)
{
    /// <summary>Learns what can be known before a target is stopped.</summary>
    public static RootReader Prepare(ClrRuntime runtime, ITargetMemory memory, CancellationToken due)
    {
        RuntimeDescriptor? descriptor = RuntimeDescriptor.Read(runtime, memory);
        return new RootReader(descriptor, StaticFields.Read(runtime, memory, descriptor, due));
    }

    /// <summary>Reads all roots of a target that stands still.</summary>
    public RootReading Read(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due)
    {
        RootReading reading = new();
        ReadStatics(memory, reading, due);
        ThreadStaticRoots.Read(runtime, memory, descriptor, fields, reading, due);
        StackRoots.Read(runtime, reading, due);
        ExceptionRoots.Read(runtime, memory, descriptor, reading);
        HandleRoots.Read(runtime, reading, due);
        FinalizerRoots.Read(runtime, memory, reading, due);
        if (map is { IsServer: true, DynamicAdaptation: true })
            reading.Notes.Add(HandlesMayBeMissing);
        return reading;
    }

    private const string HandlesMayBeMissing =
        "the runtime's debugging library lists the handles of GC heaps in use only; with a heap count that adapts, handles of others may be missing among the roots";

    private void ReadStatics(ITargetMemory memory, RootReading reading, CancellationToken due)
    {
        PointerReader reader = new(memory);
        foreach ((ulong address, string name) in fields.Slots)
        {
            due.ThrowIfCancellationRequested();
            if (reader.Pointer(address) is not 0 and ulong value)
                reading.Roots.Add(new RootEntry(value, RootKind.Static, name));
        }
    }
}
