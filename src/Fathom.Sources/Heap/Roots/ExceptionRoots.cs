using Fathom.Model.Graph;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Roots;

/// <summary>Reads the exceptions that are being thrown or handled. From .NET 9 on the record of one is a root of its own, on the thread's stack.</summary>
internal static class ExceptionRoots
{
    private const int MaxNested = 1_000;

    /// <summary>Adds the exceptions of all threads.</summary>
    public static void Read(ClrRuntime runtime, ITargetMemory memory, RuntimeDescriptor? descriptor, RootReading reading)
    {
        if (descriptor?.OffsetOf("Thread", "ExceptionTracker") is not { } trackerAt
            || descriptor.OffsetOf("ExceptionInfo", "ThrownObject") is not { } thrownAt
            || descriptor.OffsetOf("ExceptionInfo", "PreviousNestedInfo") is not { } previousAt)
        {
            if (ThreadStaticRoots.HasArrays(runtime))
                reading.Missing("exceptions that are being thrown or handled may be missing among the roots: this runtime does not describe where they are");
            return;
        }

        PointerReader reader = new(memory);
        int unreadable = 0;
        foreach (ClrThread thread in runtime.Threads.Where(static thread => thread is { IsAlive: true, Address: not 0 }))
        {
            bool isRead = reader.TryPointer(thread.Address + (ulong)trackerAt, out ulong info);
            for (int i = 0; isRead && info != 0 && i < MaxNested; i++)
            {
                isRead = reader.TryPointer(info + (ulong)thrownAt, out ulong thrown);
                if (thrown != 0)
                    reading.Roots.Add(new RootEntry(thrown, RootKind.Stack, $"exception in flight, {thread.Label()}"));
                isRead &= reader.TryPointer(info + (ulong)previousAt, out info);
            }

            unreadable += isRead ? 0 : 1;
        }

        if (unreadable > 0)
            reading.Missing($"threads whose exceptions in flight cannot be read, and may be missing among the roots: {unreadable:#,##0}");
    }
}
