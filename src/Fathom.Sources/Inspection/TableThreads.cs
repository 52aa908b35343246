using Fathom.Sources.Threads.Stacks;
using Fathom.Sources.Threads.Stops;

namespace Fathom.Sources.Inspection;

/// <summary>
/// Finds the threads that are inside methods of broken collections. A thread is taken for one only where the runtime's own description of the method's
/// live references shows the collection or one of its arrays.
/// </summary>
internal static class TableThreads
{
    /// <summary>Finds them.</summary>
    /// <param name="threads">Its threads.</param>
    /// <param name="broken">The collections.</param>
    public static List<ThreadInTable> Find(IReadOnlyList<ThreadReading> threads, IReadOnlyList<BrokenTable> broken)
    {
        List<ThreadInTable> found = [];
        if (broken.Count == 0)
            return found;
        foreach (ThreadReading thread in threads)
        {
            foreach (StackEntry frame in thread.Frames.Where(static frame => IsTable(frame.Method.TypeName)))
                Find(thread, frame, broken, found);
        }

        return [.. found.Distinct()];
    }

    private static bool IsTable(string type) =>
        type.StartsWith("System.Collections.Generic.Dictionary<", StringComparison.Ordinal) || type.StartsWith("System.Collections.Generic.HashSet<", StringComparison.Ordinal);

    private static void Find(ThreadReading thread, in StackEntry frame, IReadOnlyList<BrokenTable> broken, List<ThreadInTable> found)
    {
        foreach (HeldReference reference in thread.References)
        {
            if (!reference.IsOf(frame))
                continue;
            foreach (BrokenTable table in broken)
            {
                ulong held = reference.Object;
                if (held == table.Address || IsInside(held, table))
                    found.Add(new ThreadInTable(table.Address, thread.Tid, frame.Method.Name));
            }
        }
    }

    // A loop over the entries may keep a reference into the middle of an array.
    private static bool IsInside(ulong address, BrokenTable table) =>
        (address >= table.Table.Entries.Address && address < table.Table.Entries.AddressOf(table.Table.Entries.Length))
        || (address >= table.Table.Buckets.Address && address < table.Table.Buckets.AddressOf(table.Table.Buckets.Length));
}
