using System.Runtime.CompilerServices;

namespace HeapRoots;

/// <summary>Objects that nothing but a finalizer holds: ready to run, or registered.</summary>
internal static class Finalizers
{
    private const int Ready = 12;
    private const int Registered = 13;
    private const int Suppressed = 3;

    /// <summary>Must come before all that is dead: it collects.</summary>
    public static void CreateReady(Manifest manifest)
    {
        manifest.Held(typeof(HeldByReadyFinalizer), Ready, "finalizer_ready");
        manifest.Held(typeof(HeldBehindReadyFinalizer), Ready, "finalizer_ready");
        Makers.Apart(MakeBlocker);
        GC.Collect();
        Blocker.Entered.Wait();

        // The one finalizer thread stands still, so these come into the queue of those that are ready and stay there.
        Makers.Apart(MakeReady);
        GC.Collect();
    }

    /// <summary>Must come last: the next collection makes them ready.</summary>
    public static void CreateRegistered(Manifest manifest)
    {
        manifest.Held(typeof(HeldByRegisteredFinalizer), Registered, "finalizer_registered");
        manifest.Dead(typeof(DeadWithSuppressedFinalizer), Suppressed);
        Makers.Apart(MakeRegistered);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeBlocker() => GC.KeepAlive(new Blocker());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeReady()
    {
        for (int i = 0; i < Ready; i++)
            GC.KeepAlive(new HeldByReadyFinalizer { Next = new HeldBehindReadyFinalizer() });
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeRegistered()
    {
        for (int i = 0; i < Registered; i++)
            GC.KeepAlive(new HeldByRegisteredFinalizer());
        foreach (DeadWithSuppressedFinalizer item in Makers.Many<DeadWithSuppressedFinalizer>(Suppressed))
            item.Dispose();
    }

    private sealed class Blocker
    {
        public static readonly ManualResetEventSlim Entered = new();
        private static readonly ManualResetEventSlim s_never = new();

        ~Blocker()
        {
            Entered.Set();
            s_never.Wait();
        }
    }
}
