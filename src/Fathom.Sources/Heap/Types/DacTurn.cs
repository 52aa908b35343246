namespace Fathom.Sources.Heap.Types;

/// <summary>Looked at between two questions to the data access library: whether to go on, and whether another thread wants to ask.</summary>
/// <param name="Gate">Who may ask; the thread is inside.</param>
/// <param name="Due">Time is up: ends it with <see cref="OperationCanceledException"/>.</param>
internal readonly record struct DacTurn(DacGate Gate, CancellationToken Due)
{
    /// <summary>Goes on, after others have asked, or ends.</summary>
    /// <exception cref="OperationCanceledException">It is due to end.</exception>
    public void Check()
    {
        Due.ThrowIfCancellationRequested();
        Gate.Pass();
    }
}
