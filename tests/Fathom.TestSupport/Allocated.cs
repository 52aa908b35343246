namespace Fathom.TestSupport;

/// <summary>What a piece of work allocates on its thread.</summary>
public static class Allocated
{
    private const int Tries = 5;

    /// <summary>
    /// The least of some tries, in bytes. A collection that another test causes ends the allocation context of this thread, and what was left of it counts
    /// as allocated, so a single try may show some KiB that the work has no part in.
    /// </summary>
    public static long Least(Action work)
    {
        long least = long.MaxValue;
        for (int i = 0; i < Tries && least > 0; i++)
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            work();
            least = Math.Min(least, GC.GetAllocatedBytesForCurrentThread() - before);
        }

        return least;
    }
}
