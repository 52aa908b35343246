using Fathom.Model.Graph;
using Fathom.Sources.Target;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Graph.Roots;

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
            return;
        }

        PointerReader reader = new(memory);
        foreach (ClrThread thread in runtime.Threads.Where(static thread => thread is { IsAlive: true, Address: not 0 }))
        {
            ulong info = reader.Pointer(thread.Address + (ulong)trackerAt);
            for (int i = 0; info != 0 && i < MaxNested; i++)
            {
                if (reader.Pointer(info + (ulong)thrownAt) is not 0 and ulong thrown)
                    reading.Roots.Add(new RootEntry(thrown, RootKind.Stack, $"exception in flight, thread {thread.OSThreadId}"));
                info = reader.Pointer(info + (ulong)previousAt);
            }
        }
    }
}
