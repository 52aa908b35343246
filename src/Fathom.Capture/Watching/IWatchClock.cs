namespace Fathom.Capture.Watching;

/// <summary>The clock of a watch. Tests have one that jumps.</summary>
public interface IWatchClock
{
    /// <summary>Time since some moment, nanoseconds; it never goes back.</summary>
    long NowNs { get; }

    /// <summary>Waits until a moment of <see cref="NowNs"/>, or until it is told to stop.</summary>
    /// <returns>False when it was told to stop.</returns>
    bool WaitUntil(long ns, CancellationToken stop);
}
