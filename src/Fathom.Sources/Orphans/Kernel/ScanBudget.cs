using System.Diagnostics;

namespace Fathom.Sources.Orphans.Kernel;

/// <summary>How long a scan of the machine may take. What is over it is said, not waited for.</summary>
/// <param name="limit">The time.</param>
/// <param name="stop">Cancels the scan.</param>
internal sealed class ScanBudget(TimeSpan limit, CancellationToken stop)
{
    private readonly long _start = Stopwatch.GetTimestamp();

    /// <summary>Whether the time is over; throws where the scan was cancelled.</summary>
    /// <exception cref="OperationCanceledException">The scan was cancelled.</exception>
    public bool IsOver
    {
        get
        {
            stop.ThrowIfCancellationRequested();
            return Stopwatch.GetElapsedTime(_start) > limit;
        }
    }
}
