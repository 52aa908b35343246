using Fathom.Model;

namespace Fathom.Sources.Targets.Live;

/// <summary>
/// Reads a target in a stop, and in another one a little later when the moment was none to read, as in the middle of a garbage collection.
/// </summary>
internal static class SettledStop
{
    // A collection rarely lasts longer than some 100 ms; after the last of these waits it is no accident any more.
    private static readonly int[] s_waitsMs = [20, 50, 100, 200, 400, 800, 1_600];

    // How often a heap is looked at again because its youngest generation was in motion; then the loss is taken for real and reported.
    private const int MaxReturns = 3;

    /// <summary>Stops the target until <paramref name="read"/> gives a reading.</summary>
    /// <param name="session">The target.</param>
    /// <param name="read">
    /// Reads the stopped target; null asks for another moment. The second argument tells whether another moment can be asked for because of
    /// what moves in the youngest generation: a thread may just be taking memory for new objects there.
    /// </param>
    /// <param name="maxPause">How long each stop may last.</param>
    /// <param name="stop">Cancelling throws <see cref="OperationCanceledException"/>.</param>
    /// <returns>The reading and the start of its stop, as a <see cref="System.Diagnostics.Stopwatch"/> time stamp.</returns>
    /// <exception cref="FathomException">The target was collecting at every attempt, or cannot be stopped.</exception>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public static (T Reading, long Timestamp) Read<T>(
        TargetSession session, Func<LiveTarget, bool, T?> read, TimeSpan maxPause, CancellationToken stop)
        where T : class
    {
        for (int attempt = 0; ; attempt++)
        {
            long timestamp = 0;
            bool mayComeBack = attempt < MaxReturns;
            T? reading = session.InvokeStopped(
                target =>
                {
                    timestamp = target.StopTimestamp;
                    return read(target, mayComeBack);
                },
                maxPause,
                stop).GetAwaiter().GetResult();
            if (reading is not null)
                return (reading, timestamp);
            if (attempt == s_waitsMs.Length)
                throw Collecting(session.ProcessId);
            stop.WaitHandle.WaitOne(s_waitsMs[attempt]);
            stop.ThrowIfCancellationRequested();
        }
    }

    private static FathomException Collecting(int processId) => FathomException.Target(
        $"Process {processId} was in the middle of a garbage collection at each of {s_waitsMs.Length + 1} attempts in {s_waitsMs.Sum() / 1000.0:0.#} s.",
        "try again when it allocates less");
}
