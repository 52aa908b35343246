namespace Fathom.Serializers.Plans;

/// <summary>The numbers of threads that a view of threads measures where none are asked for.</summary>
public static class ThreadCounts
{
    /// <summary>1, 2, 4 and so on, and the number of processors itself, which is the last.</summary>
    /// <param name="processors">Processors that may be used.</param>
    public static int[] UpTo(int processors)
    {
        List<int> counts = [];
        for (int threads = 1; threads < processors; threads *= 2)
            counts.Add(threads);
        return [.. counts, processors];
    }
}
