using System.Runtime.CompilerServices;

namespace ThreadStatics;

/// <summary>Objects that nothing holds, made after the last collection.</summary>
internal static class Garbage
{
    private const int Count = 90;

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void Make(Counts counts)
    {
        Thread thread = new(() => Store<long>.Items = counts.Dead<DeadOfEndedThread>(Count));
        thread.Start();
        thread.Join();
    }
}
