namespace Fathom.Bench.Measuring;

/// <summary>Time on processors: other programs do not count.</summary>
internal static class ProcessorTime
{
    /// <summary>What a piece of work takes, on all threads of this process.</summary>
    public static TimeSpan Of(Action work)
    {
        TimeSpan before = Environment.CpuUsage.TotalTime;
        work();
        return Environment.CpuUsage.TotalTime - before;
    }
}
