using Fathom.Model.Graph;
using Fathom.Sources.Heap;
using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Graph.Roots;

/// <summary>Reads the values of static fields that each thread has for itself.</summary>
/// <remarks>
/// From .NET 9 on they hang on an array that belongs to the native thread, which the DAC does not list among the roots. The array holds the values of all
/// types, generic ones too, so what keeps objects alive is complete with it; the fields are read one by one for their names.
/// </remarks>
internal static class ThreadStaticRoots
{
    // Each value costs a call of the DAC of some microseconds.
    private const long MaxNamed = 50_000;
    private const int MaxInFlight = 1_000;

    /// <summary>Adds the roots of all threads.</summary>
    public static void Read(ClrRuntime runtime, ITargetMemory memory, RuntimeDescriptor? descriptor, StaticFields fields, RootReading reading, DacTurn turn)
    {
        ClrThread[] threads = [.. runtime.Threads.Where(static thread => thread.IsAlive)];
        PointerReader reader = new(memory);
        ReadFields(runtime, reader, fields, threads, reading, turn);
        bool isOnThread = runtime.ClrInfo.Version.Major >= 9;
        if (isOnThread && !TryReadArrays(reader, descriptor, threads, reading))
            reading.Missing("thread statics of generic types may be missing among the roots: this runtime does not describe where they are");
    }

    private static void ReadFields(
        ClrRuntime runtime, PointerReader reader, StaticFields fields, ClrThread[] threads, RootReading reading, DacTurn turn)
    {
        long left = MaxNamed;
        foreach (ulong methodTable in fields.ThreadStatics)
        {
            if (runtime.GetTypeByMethodTable(methodTable) is not { } type)
                continue;
            foreach (ClrThreadStaticField field in type.ThreadStaticFields.Where(StaticFields.MayHoldObject))
            {
                foreach (ClrThread thread in threads)
                {
                    turn.Check();
                    if (left-- == 0)
                    {
                        reading.Notes.Add($"of the thread statics, {MaxNamed:#,##0} were looked at for their names");
                        return;
                    }

                    if (field.GetAddress(thread) is not 0 and ulong slot && reader.Pointer(slot) is not 0 and ulong value)
                        reading.Roots.Add(new RootEntry(value, RootKind.ThreadStatic, $"{type.Name}.{field.Name}, thread {thread.OSThreadId}"));
                }
            }
        }
    }

    private static bool TryReadArrays(PointerReader reader, RuntimeDescriptor? descriptor, ClrThread[] threads, RootReading reading)
    {
        if (descriptor?.OffsetOf("Thread", "ThreadLocalDataPtr") is not { } dataAt
            || descriptor.OffsetOf("ThreadLocalData", "NonCollectibleTlsArrayData") is not { } arrayAt
            || descriptor.OffsetOf("ThreadLocalData", "InFlightData") is not { } inFlightAt
            || descriptor.OffsetOf("InFlightTLSData", "Next") is not { } nextAt
            || descriptor.OffsetOf("InFlightTLSData", "TLSData") is not { } valueAt)
        {
            return false;
        }

        foreach (ClrThread thread in threads)
        {
            ulong data = thread.Address == 0 ? 0 : reader.Pointer(thread.Address + (ulong)dataAt);
            if (data == 0)
                continue;
            string holder = $"thread {thread.OSThreadId}";
            Add(reader.Pointer(data + (ulong)arrayAt), holder, reading);
            ulong inFlight = reader.Pointer(data + (ulong)inFlightAt);
            for (int i = 0; inFlight != 0 && i < MaxInFlight; i++)
            {
                Add(reader.Pointer(inFlight + (ulong)valueAt), holder, reading);
                inFlight = reader.Pointer(inFlight + (ulong)nextAt);
            }
        }

        return true;
    }

    private static void Add(ulong address, string holder, RootReading reading)
    {
        if (address != 0)
            reading.Roots.Add(new RootEntry(address, RootKind.ThreadStatic, holder));
    }
}
