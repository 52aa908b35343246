using Fathom.Sources.Stacks;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Finds the threads that are inside methods of broken collections. A thread is taken for one only where the runtime's own description of the method's
/// live references shows the collection or one of its arrays.
/// </summary>
internal static class TableThreads
{
    /// <summary>Finds them.</summary>
    /// <param name="runtime">Of the stopped target.</param>
    /// <param name="threads">Its threads.</param>
    /// <param name="broken">The collections.</param>
    /// <param name="due">Signalled when the target must run again.</param>
    public static List<ThreadInTable> Find(ClrRuntime runtime, IReadOnlyList<ThreadReading> threads, IReadOnlyList<BrokenTable> broken, CancellationToken due)
    {
        List<ThreadInTable> found = [];
        if (broken.Count == 0)
            return found;
        Dictionary<int, ClrThread> byTid = [];
        foreach (ClrThread thread in runtime.Threads)
            byTid.TryAdd((int)thread.OSThreadId, thread);
        foreach (ThreadReading reading in threads)
        {
            due.ThrowIfCancellationRequested();
            Dictionary<ulong, string> frames = [];
            foreach (StackEntry frame in reading.Frames)
            {
                if (IsTable(frame.Method.TypeName))
                    frames.TryAdd(frame.StackPointer, frame.Method.Name);
            }

            if (frames.Count > 0 && byTid.TryGetValue(reading.Tid, out ClrThread? thread))
                Find(thread, frames, broken, found);
        }

        return [.. found.Distinct()];
    }

    private static bool IsTable(string type) =>
        type.StartsWith("System.Collections.Generic.Dictionary<", StringComparison.Ordinal) || type.StartsWith("System.Collections.Generic.HashSet<", StringComparison.Ordinal);

    private static void Find(ClrThread thread, Dictionary<ulong, string> frames, IReadOnlyList<BrokenTable> broken, List<ThreadInTable> found)
    {
        foreach (ClrStackRoot root in thread.EnumerateStackRoots())
        {
            if (root.StackFrame is not { } frame || !frames.TryGetValue(frame.StackPointer, out string? method))
                continue;
            foreach (BrokenTable table in broken)
            {
                ulong held = root.Object.Address;
                if (held == table.Address || held == table.Table.Buckets.Address || IsInside(held, table))
                    found.Add(new ThreadInTable(table.Address, (int)thread.OSThreadId, method));
            }
        }
    }

    // A loop over the entries may keep a reference into the middle of their array.
    private static bool IsInside(ulong address, BrokenTable table) =>
        address >= table.Table.Entries.Address && address < table.Table.Entries.AddressOf(table.Table.Entries.Length);
}
