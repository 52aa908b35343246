namespace Fathom.Sources.Metrics;

/// <summary>What a runtime did in the last second that it told of; "not a number" for what it has not told.</summary>
/// <param name="AllocatedBytes">Bytes allocated in a second.</param>
/// <param name="Exceptions">Exceptions thrown in a second.</param>
/// <param name="Requests">HTTP requests that ASP.NET Core began in a second; of a program without it there are none.</param>
/// <param name="PoolThreads">Threads of the thread pool.</param>
/// <param name="PoolQueue">Work items that wait for one of them.</param>
/// <param name="PausedNs">Pauses that have ended since the session began, together, in nanoseconds.</param>
public readonly record struct RuntimeRate(
    double AllocatedBytes, double Exceptions, double Requests, double PoolThreads, double PoolQueue, long PausedNs)
{
    /// <summary>Nothing was told yet.</summary>
    public static RuntimeRate Unknown { get; } = new(double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, 0);
}
