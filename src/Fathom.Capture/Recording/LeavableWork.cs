namespace Fathom.Capture.Recording;

/// <summary>Work that is left to itself where it does not end soon after it was cancelled: the process ends then, and the work with it.</summary>
internal static class LeavableWork
{
    /// <summary>Does it on a thread of its own.</summary>
    /// <param name="work">The work. It gets no cancellation from here.</param>
    /// <param name="grace">How long it is waited for after the cancellation.</param>
    /// <param name="soon">Cancelled when the process must end.</param>
    /// <returns>Whether it was done. Without a cancellation, what it throws is thrown.</returns>
    public static bool TryDo(Action work, TimeSpan grace, CancellationToken soon)
    {
        Task done = Task.Factory.StartNew(work, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        try
        {
            done.WaitAsync(soon).GetAwaiter().GetResult();
            return true;
        }
        catch (OperationCanceledException) when (soon.IsCancellationRequested)
        {
            _ = Task.WaitAny((Task[])[done], grace);
            return done.IsCompletedSuccessfully;
        }
    }
}
