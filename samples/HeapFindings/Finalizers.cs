using System.Runtime.CompilerServices;

namespace HeapFindings;

/// <summary>Its finalizer returns when the program ends.</summary>
internal sealed class Blocker
{
    ~Blocker() => Finalizers.Block();
}

internal sealed class Waiting
{
    ~Waiting() => Finalizers.Count();
}

/// <summary>A finalizer that does not return.</summary>
internal static class Finalizers
{
    private const int WaitingCount = 20;

    private static readonly ManualResetEvent s_entered = new(false);
    private static readonly ManualResetEvent s_release = new(false);

    public static void Stuck(Manifest manifest)
    {
        MakeDead(static () => new Blocker(), 1);
        GC.Collect();
        s_entered.WaitOne();
        MakeDead(static () => new Waiting(), WaitingCount);
        GC.Collect();
        manifest.Facts["ready"] = WaitingCount;
    }

    public static void StuckAndGrowing(Manifest manifest)
    {
        Stuck(manifest);
        new Thread(static () =>
        {
            while (!s_release.WaitOne(10))
            {
                MakeDead(static () => new Waiting(), WaitingCount);
                GC.Collect();
            }
        })
        { IsBackground = true, Name = "maker" }.Start();
    }

    public static void Block()
    {
        s_entered.Set();
        s_release.WaitOne();
    }

    public static int Finalized { get; private set; }

    public static void Count() => Finalized++;

    // The runtime waits for the finalizer thread before it ends.
    public static void Release() => s_release.Set();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeDead(Func<object> make, int count)
    {
        for (int i = 0; i < count; i++)
            GC.KeepAlive(make());
    }
}
