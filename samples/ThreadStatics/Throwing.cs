using System.Runtime.CompilerServices;

namespace ThreadStatics;

/// <summary>A thread that waits while an exception passes by: nothing but the runtime's record of it holds the exception.</summary>
internal static class Throwing
{
    private const int Count = 70;

    public static Thread Run(Counts counts, ManualResetEventSlim end)
    {
        using ManualResetEventSlim ready = new();
        Thread thread = new(() => Catch(counts, ready, end));
        thread.Start();
        ready.Wait();
        return thread;
    }

    private static void Catch(Counts counts, ManualResetEventSlim ready, ManualResetEventSlim end)
    {
        try
        {
            Pass(counts, ready, end);
        }
        catch (PassingException)
        {
        }
    }

    private static void Pass(Counts counts, ManualResetEventSlim ready, ManualResetEventSlim end)
    {
        try
        {
            Throw(counts);
        }
        finally
        {
            ready.Set();
            end.Wait();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Throw(Counts counts) => throw new PassingException { Items = counts.Held<HeldByException>(Count) };
}
