namespace Fathom.Testing;

/// <summary>Limits on memory as assertions.</summary>
/// <remarks>The figures are those of the whole process: run such a test alone (in xunit: a collection with <c>DisableParallelization</c>).</remarks>
public static class MemoryLimit
{
    // Readings of the whole heap's size, where the runtime does not tell its objects.
    private const int Points = 12;

    private static readonly SemaphoreSlim s_one = new(1);
    private static readonly AsyncLocal<bool> s_isWithin = new();

    /// <summary>Throws when live managed memory grows with the runs of an action.</summary>
    /// <remarks>
    /// The action runs a quarter of the iterations to warm up, then the rest in six steps of different length, each beside a pause of the same length; all live objects
    /// are counted by type and size between. What comes with the runs and not in the pauses grows. Where other code of the process hides it, up to four more rounds
    /// follow, each with twice the runs of the one before. Where the runtime does not tell its objects (no diagnostic port), the size of the whole
    /// live heap is read 13 times: then anything else that allocates or gives back memory meanwhile is in the figure.
    /// </remarks>
    /// <param name="action">What must not leave anything behind. What it throws is thrown on.</param>
    /// <param name="iterations">How often it runs, at least 24, where the first round tells. More find smaller leaks.</param>
    /// <param name="allowedBytesPerIteration">Growth per run that is allowed; noise of the process is some kilobytes in all.</param>
    /// <exception cref="MemoryLimitException">Memory grows; the message holds the growth and the types that grow.</exception>
    /// <exception cref="InvalidOperationException">It was called within another one.</exception>
    public static void NoGrowth(Action action, int iterations = 120, double allowedBytesPerIteration = 0)
    {
        ArgumentNullException.ThrowIfNull(action);
        Check(
            () =>
            {
                action();
                return Task.CompletedTask;
            },
            iterations,
            allowedBytesPerIteration,
            isOnThread: true).GetAwaiter().GetResult();
    }

    /// <summary>The same for an action that continues on other threads.</summary>
    /// <param name="action">What must not leave anything behind. What it throws is thrown on.</param>
    /// <param name="iterations">How often it runs, at least 24, where the first round tells. More find smaller leaks.</param>
    /// <param name="allowedBytesPerIteration">Growth per run that is allowed; noise of the process is some kilobytes in all.</param>
    /// <exception cref="MemoryLimitException">Memory grows; the message holds the growth and the types that grow.</exception>
    /// <exception cref="InvalidOperationException">It was called within another one.</exception>
    public static Task NoGrowth(Func<Task> action, int iterations = 120, double allowedBytesPerIteration = 0)
    {
        ArgumentNullException.ThrowIfNull(action);
        return Check(action, iterations, allowedBytesPerIteration, isOnThread: false);
    }

    // Two at once would count each other's steps in step: each waits for the other's count.
    private static async Task Check(Func<Task> action, int iterations, double allowedBytesPerIteration, bool isOnThread)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(iterations, 2 * Points);
        if (s_isWithin.Value)
            throw new InvalidOperationException("A check for growth cannot run within another one.");
        if (isOnThread)
            s_one.Wait();
        else
            await s_one.WaitAsync().ConfigureAwait(false);
        try
        {
            s_isWithin.Value = true;
            if (await Find(action, isOnThread ? Block : Task.Delay, iterations, allowedBytesPerIteration).ConfigureAwait(false) is { } growth)
                throw new MemoryLimitException(growth);
        }
        finally
        {
            s_isWithin.Value = false;
            s_one.Release();
        }
    }

    private static async Task<string?> Find(Func<Task> action, Func<TimeSpan, Task> wait, int iterations, double allowedBytesPerIteration)
    {
        string reason;
        try
        {
            return await new GrowthProbe(action, wait).Find(iterations, allowedBytesPerIteration).ConfigureAwait(false);
        }
        catch (CountException impossible)
        {
            reason = impossible.Message;
        }

        int step = iterations * 3 / 4 / Points;
        await Run(action, iterations - step * Points).ConfigureAwait(false);
        GrowthSeries series = new(Points + 1, step);
        series.Add(LiveMemory());
        for (int i = 0; i < Points; i++)
        {
            await Run(action, step).ConfigureAwait(false);
            series.Add(LiveMemory());
        }

        return series.Grows(allowedBytesPerIteration) ? $"{series.Describe(allowedBytesPerIteration)}\nThe types that grew are not known: {reason}" : null;
    }

    private static async Task Run(Func<Task> action, int times)
    {
        for (int i = 0; i < times; i++)
            await action().ConfigureAwait(false);
    }

#pragma warning disable RS0030 // The action runs on the thread of the caller throughout; the pause is part of the measurement. And a test asks for the collection.
    private static Task Block(TimeSpan time)
    {
        Thread.Sleep(time);
        return Task.CompletedTask;
    }

    private static long LiveMemory()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return GC.GetTotalMemory(forceFullCollection: true);
    }
#pragma warning restore RS0030
}
