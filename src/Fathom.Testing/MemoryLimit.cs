namespace Fathom.Testing;

/// <summary>Limits on memory as assertions.</summary>
/// <remarks>The figures are those of the whole process: run such a test alone (in xunit: a collection with <c>DisableParallelization</c>).</remarks>
public static class MemoryLimit
{
    private const int Points = 12;

    /// <summary>Throws when live managed memory grows with the runs of an action.</summary>
    /// <remarks>
    /// The action runs a quarter of the iterations to warm up, then the rest in 12 equal steps; after each the live memory is read behind a forced
    /// collection. It grows where most pairs of readings do (Mann-Kendall) and the slope (Theil-Sen) exceeds the allowance.
    /// </remarks>
    /// <param name="action">What must not leave anything behind. What it throws is thrown on.</param>
    /// <param name="iterations">How often it runs in all, at least 24. More find smaller leaks.</param>
    /// <param name="allowedBytesPerIteration">Growth per run that is allowed; noise of the process is some kilobytes in all.</param>
    /// <exception cref="MemoryLimitException">Memory grows; the message holds the readings and the types that grew.</exception>
    public static void NoGrowth(Action action, int iterations = 120, double allowedBytesPerIteration = 0)
    {
        ArgumentNullException.ThrowIfNull(action);
        NoGrowth(
            () =>
            {
                action();
                return Task.CompletedTask;
            },
            iterations,
            allowedBytesPerIteration).GetAwaiter().GetResult();
    }

    /// <summary>The same for an action that continues on other threads.</summary>
    /// <param name="action">What must not leave anything behind. What it throws is thrown on.</param>
    /// <param name="iterations">How often it runs in all, at least 24. More find smaller leaks.</param>
    /// <param name="allowedBytesPerIteration">Growth per run that is allowed; noise of the process is some kilobytes in all.</param>
    /// <exception cref="MemoryLimitException">Memory grows; the message holds the readings and the types that grew.</exception>
    public static async Task NoGrowth(Func<Task> action, int iterations = 120, double allowedBytesPerIteration = 0)
    {
        ArgumentNullException.ThrowIfNull(action);
        ArgumentOutOfRangeException.ThrowIfLessThan(iterations, 2 * Points);
        int step = iterations * 3 / 4 / Points;
        await Run(action, iterations - step * Points).ConfigureAwait(false);
        GrowthSeries series = new(Points + 1, step);
        series.Add(LiveMemory());
        for (int i = 0; i < Points; i++)
        {
            await Run(action, step).ConfigureAwait(false);
            series.Add(LiveMemory());
        }

        if (series.Grows(allowedBytesPerIteration))
            throw new MemoryLimitException($"{series.Describe(allowedBytesPerIteration)}\n{await TypesThatGrow(action, step).ConfigureAwait(false)}");
    }

    private static async Task Run(Func<Task> action, int times)
    {
        for (int i = 0; i < times; i++)
            await action().ConfigureAwait(false);
    }

#pragma warning disable RS0030 // A test asks for the collection: what is live cannot be known without.
    private static long LiveMemory()
    {
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        return GC.GetTotalMemory(forceFullCollection: true);
    }
#pragma warning restore RS0030

    // Only after a failure: one more step between two counts of all live objects. Each count leaves its own result behind, and objects of the runtime that
    // the port needs; the round before, without the action, tells how many.
    private static async Task<string> TypesThatGrow(Func<Task> action, int step)
    {
        try
        {
            // The first one makes objects that stay. All are held to the end, so that each finds one more than the one before.
            LiveInstances[] counts = [LiveInstances.Count(), LiveInstances.Count(), LiveInstances.Count(), LiveInstances.None];
            await Run(action, step).ConfigureAwait(false);
            counts[3] = LiveInstances.Count();
            string table = GrowthTable.Of(counts[1], counts[2], counts[3], step);
            GC.KeepAlive(counts);
            return table;
        }
        catch (InvalidOperationException impossible)
        {
            return $"The types that grew are not known: {impossible.Message}";
        }
    }
}
