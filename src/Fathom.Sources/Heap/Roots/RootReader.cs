using Fathom.Model.Graph;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Reads what keeps objects alive from outside the heap: everything that the GC itself starts from.</summary>
/// <param name="descriptor">The runtime's description of itself, or null.</param>
/// <param name="fields">Static fields of the target.</param>
/// <param name="handles">Its handles.</param>
internal sealed class RootReader(RuntimeDescriptor? descriptor, StaticFields fields, HandleSource handles)
{
    /// <summary>Learns what can be known before a target is stopped.</summary>
    public static RootReader Prepare(ClrRuntime runtime, ITargetMemory memory, CancellationToken due)
    {
        RuntimeDescriptor? descriptor = RuntimeDescriptor.Read(runtime, memory);
        return new RootReader(descriptor, StaticFields.Read(runtime, memory, descriptor, due), HandleSource.Find(runtime, memory));
    }

    /// <summary>Reads all roots of a target that stands still. Other threads may ask the data access library in between.</summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="memory">The target's memory.</param>
    /// <param name="turn">Looked at between two questions.</param>
    public RootReading Read(ClrRuntime runtime, ITargetMemory memory, DacTurn turn)
    {
        RootReading reading = ReadBesideStacks(runtime, memory, turn);
        using DacGate.Turn inside = turn.Gate.Enter();
        StackRoots.Read(runtime, reading, turn);
        return reading;
    }

    /// <summary>The same without the references of stacks, for who reads these in another way.</summary>
    public RootReading ReadBesideStacks(ClrRuntime runtime, ITargetMemory memory, DacTurn turn)
    {
        RootReading reading = Rehearse(runtime, memory, turn);
        ExceptionRoots.Read(runtime, memory, descriptor, reading);
        return reading;
    }

    /// <summary>
    /// Reads the roots that may be looked for on a running target too. Stacks may not: the data access library follows them by the registers of threads,
    /// and where these change meanwhile it crashes, and this program with it.
    /// </summary>
    public RootReading Rehearse(ClrRuntime runtime, ITargetMemory memory, DacTurn turn)
    {
        RootReading reading = new();
        ReadStatics(memory, reading, turn.Due);
        using DacGate.Turn inside = turn.Gate.Enter();
        ThreadStaticRoots.Read(runtime, memory, descriptor, fields, reading, turn);
        // On the running target they may not have been found.
        HandleSource source = handles.IsWhole ? handles : HandleSource.Find(runtime, memory);
        HandleRoots.Read(runtime, memory, source, reading, turn);
        FinalizerRoots.Read(runtime, memory, reading, turn.Due);
        if (!source.IsWhole)
            reading.Missing($"{HandleSource.MayBeMissing} among the roots");
        return reading;
    }

    private void ReadStatics(ITargetMemory memory, RootReading reading, CancellationToken due)
    {
        PointerReader reader = new(memory);
        int unreadable = 0;
        foreach ((ulong address, string name) in fields.Slots)
        {
            due.ThrowIfCancellationRequested();
            if (!reader.TryPointer(address, out ulong value))
                unreadable++;
            else if (value != 0)
                reading.Roots.Add(new RootEntry(value, RootKind.Static, name));
        }

        if (unreadable > 0)
            reading.Missing($"static fields that cannot be read, and are missing among the roots: {unreadable:#,##0}");
    }
}
