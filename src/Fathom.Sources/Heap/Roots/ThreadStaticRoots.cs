using Fathom.Model.Graph;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Reads the values of static fields that each thread has for itself.</summary>
/// <remarks>
/// From .NET 9 on they hang on an array that belongs to the native thread, which the DAC does not list among the roots. The array holds the values of all
/// types, generic ones too, so what keeps objects alive is complete with it; the fields are read one by one for their names. Values that a static
/// constructor has set which still runs are held by strong handles, and those of unloadable types by their load context.
/// </remarks>
internal static class ThreadStaticRoots
{
    // Each value costs a call of the DAC of some microseconds.
    private const long MaxNamed = 50_000;
    private const int FirstVersionWithArrays = 9;

    /// <summary>Adds the roots of all threads.</summary>
    public static void Read(ClrRuntime runtime, ITargetMemory memory, RuntimeDescriptor? descriptor, StaticFields fields, RootReading reading, DacTurn turn)
    {
        ClrThread[] threads = [.. runtime.Threads.Where(static thread => thread.IsAlive)];
        PointerReader reader = new(memory);
        if (ReadFields(runtime, reader, fields, threads, reading, turn) is > 0 and var unreadable)
            reading.Missing($"thread statics that cannot be read, and are missing among the roots: {unreadable:#,##0}");
        if ((ThreadLocals.Of(descriptor) ?? ThreadLocals.Find(runtime.Heap, memory, threads)) is { } place)
            ReadArrays(reader, place, threads, reading);
        else if (HasArrays(runtime))
            reading.Missing("thread statics of generic types may be missing among the roots: the place where this runtime keeps them was not found");
    }

    /// <summary>
    /// Whether a runtime keeps values of threads on native threads. ClrMD knows the version of a runtime only where all of the program is one file: in a library it
    /// looks for the text in the first writable segment, and the text is in the second. But since that version the library exports a description of itself.
    /// </summary>
    public static bool HasArrays(ClrRuntime runtime) => runtime.ClrInfo.Version.Major >= FirstVersionWithArrays || RuntimeDescriptor.IsIn(runtime);

    private static int ReadFields(
        ClrRuntime runtime, PointerReader reader, StaticFields fields, ClrThread[] threads, RootReading reading, DacTurn turn)
    {
        long left = MaxNamed;
        int unreadable = 0;
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
                        // What keeps objects alive is whole all the same: in the arrays, or before .NET 9 held by handles.
                        reading.Notes.Add($"only {MaxNamed:#,##0} thread statics were named");
                        return unreadable;
                    }

                    if (field.GetAddress(thread) is not (not 0 and ulong slot))
                        continue;
                    if (!reader.TryPointer(slot, out ulong value))
                        unreadable++;
                    else if (value != 0)
                        reading.Roots.Add(new RootEntry(value, RootKind.ThreadStatic, $"{type.Name}.{field.Name}, {thread.Label()}"));
                }
            }
        }

        return unreadable;
    }

    private static void ReadArrays(PointerReader reader, ThreadLocals place, ClrThread[] threads, RootReading reading)
    {
        int unreadable = 0;
        foreach (ClrThread thread in threads)
        {
            if (!place.TryRead(reader, thread, out ulong array))
                unreadable++;
            else if (array != 0)
                reading.Roots.Add(new RootEntry(array, RootKind.ThreadStatic, thread.Label()));
        }

        if (unreadable > 0)
            reading.Missing($"threads whose thread statics cannot be read, and are missing among the roots: {unreadable:#,##0} of {threads.Length:#,##0}");
    }
}
