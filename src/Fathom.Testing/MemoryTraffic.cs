namespace Fathom.Testing;

/// <summary>Measures what a block of code allocates, on whatever threads.</summary>
/// <remarks>
/// The figures are those of the whole process: run such a test alone (in xunit: a collection with <c>DisableParallelization</c>). Measurements
/// wait for each other; one within another is refused.
/// </remarks>
public static class MemoryTraffic
{
    private static readonly SemaphoreSlim s_one = new(1);
    private static readonly AsyncLocal<bool> s_isWithin = new();

    /// <summary>Measures a block.</summary>
    /// <param name="block">The block. What it throws is thrown on.</param>
    /// <exception cref="InvalidOperationException">A measurement is running within which this one was started.</exception>
    public static MemoryTrafficResult Measure(Action block)
    {
        ArgumentNullException.ThrowIfNull(block);
        Refuse();
        s_one.Wait();
        try
        {
            s_isWithin.Value = true;
            using TrafficMeter meter = new();
            meter.Start();
            block();
            return meter.Finish();
        }
        finally
        {
            s_isWithin.Value = false;
            s_one.Release();
        }
    }

    /// <summary>Measures a block that continues on other threads; the measurement ends when its task does.</summary>
    /// <param name="block">The block. What it throws is thrown on.</param>
    /// <exception cref="InvalidOperationException">A measurement is running within which this one was started.</exception>
    public static async Task<MemoryTrafficResult> Measure(Func<Task> block)
    {
        ArgumentNullException.ThrowIfNull(block);
        Refuse();
        await s_one.WaitAsync().ConfigureAwait(false);
        try
        {
            s_isWithin.Value = true;
            using TrafficMeter meter = new();
            meter.Start();
            await block().ConfigureAwait(false);
            return meter.Finish();
        }
        finally
        {
            s_isWithin.Value = false;
            s_one.Release();
        }
    }

    private static void Refuse()
    {
        if (s_isWithin.Value)
            throw new InvalidOperationException("A measurement of memory traffic cannot run within another one.");
    }
}
