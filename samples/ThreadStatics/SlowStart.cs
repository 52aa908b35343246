using System.Runtime.CompilerServices;

namespace ThreadStatics;

/// <summary>A thread that stays in a static constructor which has set a thread static: until it ends, the runtime keeps the value in another place.</summary>
internal static class SlowStart
{
    private const int Count = 60;

    private static readonly ManualResetEventSlim s_ready = new();
    private static Counts? s_counts;
    private static ManualResetEventSlim? s_end;

    public static Thread Run(Counts counts, ManualResetEventSlim end)
    {
        (s_counts, s_end) = (counts, end);
        Thread thread = new(static () => Slow<int>.Touch());
        thread.Start();
        s_ready.Wait();
        return thread;
    }

    private static class Slow<T>
    {
        [ThreadStatic]
        private static object? t_items;

        static Slow()
        {
            Fill();
            s_ready.Set();
            s_end!.Wait();
        }

        public static void Touch() => GC.KeepAlive(t_items);

        [MethodImpl(MethodImplOptions.NoInlining)]
        private static void Fill() => t_items = s_counts!.Held<HeldBeforeConstructorEnds>(Count);
    }
}
