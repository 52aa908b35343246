namespace Fathom.Cli.Frame;

/// <summary>Lets a process that must end do so: first what it still does is cancelled, and what has not ended then is ended.</summary>
/// <remarks>
/// It uses threads of its own: a pool may have none left, and a call that blocks for ever can be anywhere, also in what a cancellation calls and in a write to a pipe that nobody reads.
/// </remarks>
/// <param name="untilSoon">From its begin until <see cref="Soon"/> is cancelled.</param>
/// <param name="untilNow">From then until the process is ended.</param>
/// <param name="end">Ends the process.</param>
internal sealed class Deadline(TimeSpan untilSoon, TimeSpan untilNow, Action end) : IDisposable
{
    private readonly CancellationTokenSource _soon = new();
    private readonly ManualResetEventSlim _ended = new();
    private int _hasBegun;

    /// <summary>Cancelled when what is still being done must be left as it is.</summary>
    public CancellationToken Soon => _soon.Token;

    /// <summary>Begins it; later calls do nothing.</summary>
    public void Begin()
    {
        if (Interlocked.Exchange(ref _hasBegun, 1) == 0)
            Start("deadline", Keep);
    }

    /// <summary>Says that the work has ended by itself.</summary>
    public void Dispose() => _ended.Set();

    private static void Start(string name, ThreadStart work) => new Thread(work) { IsBackground = true, Name = name }.Start();

    private void Keep()
    {
        if (_ended.Wait(untilSoon))
            return;
        Start("cancellation", Cancel);
        if (!_ended.Wait(untilNow))
            end();
    }

    private void Cancel()
    {
        try
        {
            _soon.Cancel();
        }
        catch (AggregateException)
        {
            // What could not be cancelled goes on until the end, as what does not ask for a cancellation.
        }
    }
}
