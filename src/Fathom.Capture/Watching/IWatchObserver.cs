namespace Fathom.Capture.Watching;

/// <summary>Is told what a watch sees, on the thread of the watch.</summary>
public interface IWatchObserver
{
    /// <summary>A process is watched from now on.</summary>
    void Began(WatchedProcess process);

    /// <summary>A sample was taken.</summary>
    /// <param name="process">The process.</param>
    /// <param name="tsNs">When: one time for all processes; nanoseconds since the watch began.</param>
    /// <param name="values">One value per metric; "not a number" for what cannot be told.</param>
    void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values);

    /// <summary>The types of a process were counted.</summary>
    void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types);

    /// <summary>A process has ended.</summary>
    /// <param name="process">The process.</param>
    /// <param name="tsNs">When that was noticed.</param>
    /// <param name="why">Why: "exit code N", "not known why".</param>
    void Ended(WatchedProcess process, long tsNs, string why);

    /// <summary>All processes were sampled for this time.</summary>
    /// <param name="tsNs">The time stamp of the samples.</param>
    void RoundEnded(long tsNs);
}
