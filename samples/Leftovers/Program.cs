// Holds exact numbers of handles of each kind, of objects with finalizers in each state, and a load context that was unloaded but is still held.
// Prints "ready {…}" with these numbers and ends when its input closes.
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Loader;

namespace Leftovers;

internal sealed class Held;

internal sealed class Attached;

internal sealed class WithFinalizer
{
    ~WithFinalizer() => Program.Finalized++;
}

internal sealed class Suppressed : IDisposable
{
    ~Suppressed() => Program.Finalized++;

    public void Dispose() => GC.SuppressFinalize(this);
}

/// <summary>Its finalizer returns when the program ends, so that the ones behind it wait.</summary>
internal sealed class Blocker
{
    ~Blocker() => Program.End.WaitOne();
}

internal sealed class Waiting
{
    ~Waiting() => Program.Finalized++;
}

internal static class Program
{
    private static readonly List<object> s_alive = [];
    private static readonly List<GCHandle> s_handles = [];
    private static readonly ConditionalWeakTable<Held, Attached> s_attached = [];

    public static int Finalized { get; set; }

    public static ManualResetEvent End { get; } = new(false);

    private static void Main()
    {
        MakeHandles();
        for (int i = 0; i < 100; i++)
            s_alive.Add(new WithFinalizer());
        for (int i = 0; i < 7; i++)
        {
            Suppressed suppressed = new();
            suppressed.Dispose();
            s_alive.Add(suppressed);
        }

        LeaveContext("forgotten", unload: true);
        LeaveContext("in-use", unload: false);
        StopFinalizer();
        Console.Out.WriteLine("""ready {"strong":3,"weak_short":5,"weak_long":2,"pinned":4,"dependent":6,"registered":100,"suppressed":7,"ready":20}""");
        while (Console.ReadLine() is not null)
        {
        }

        // The runtime waits for the finalizer thread before it ends.
        End.Set();
        GC.KeepAlive(s_handles);
        GC.KeepAlive(s_attached);
    }

    private static void MakeHandles()
    {
        Held[] held = [.. Enumerable.Range(0, 6).Select(_ => new Held())];
        s_alive.Add(held);
        for (int i = 0; i < 3; i++)
            s_handles.Add(GCHandle.Alloc(held[i]));
        for (int i = 0; i < 5; i++)
            s_handles.Add(GCHandle.Alloc(held[i], GCHandleType.Weak));
        for (int i = 0; i < 2; i++)
            s_handles.Add(GCHandle.Alloc(held[i], GCHandleType.WeakTrackResurrection));
        for (int i = 0; i < 4; i++)
            s_handles.Add(GCHandle.Alloc(held[i], GCHandleType.Pinned));
        foreach (Held holder in held)
            s_attached.Add(holder, new Attached());
    }

    // The assembly of this program again, as a plugin would be.
    private static void LeaveContext(string name, bool unload)
    {
        AssemblyLoadContext context = new(name, isCollectible: true);
        Type type = context.LoadFromAssemblyPath(typeof(Program).Assembly.Location).GetType("Leftovers.Held")!;
        s_alive.Add(Activator.CreateInstance(type, nonPublic: true)!);
        if (unload)
            context.Unload();
    }

    private static void StopFinalizer()
    {
        MakeDead();
        GC.Collect();
        // The finalizer thread must stand in the blocker before the others die.
        Thread.Sleep(300);
        MakeWaiting();
        GC.Collect();
        Thread.Sleep(300);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeDead() => GC.KeepAlive(new Blocker());

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void MakeWaiting()
    {
        for (int i = 0; i < 20; i++)
            GC.KeepAlive(new Waiting());
    }
}
