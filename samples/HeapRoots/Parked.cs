using System.Runtime.CompilerServices;

namespace HeapRoots;

/// <summary>A thread that holds objects by its thread statics and its stack, and waits.</summary>
internal sealed class Parked : IDisposable
{
    private const int ThreadStatics = 14;
    private const int GenericThreadStatics = 15;
    private const int Locals = 16;

    [ThreadStatic]
    private static object? t_items;

    private readonly ManualResetEventSlim _ready = new();
    private readonly ManualResetEventSlim _end = new();
    private readonly Thread _thread;

    public Parked(Manifest manifest)
    {
        manifest.Held(typeof(HeldByThreadStatic), ThreadStatics, "thread_static", "HeapRoots.Parked.t_items");
        manifest.Held(typeof(HeldByGenericThreadStatic), GenericThreadStatics, "thread_static", ".ThreadItems");
        manifest.Held(typeof(HeldByStack), Locals, "stack", "HeapRoots.Parked.HoldLocals");
        manifest.Held(typeof(HeldByInterior), 1, "stack", "HeapRoots.Parked.HoldInterior");
        _thread = new Thread(Run) { IsBackground = true, Name = "parked" };
        _thread.Start();
        _ready.Wait();
    }

    public void Dispose()
    {
        _end.Set();
        _thread.Join();
        _ready.Dispose();
        _end.Dispose();
    }

    private void Run()
    {
        SetThreadStatics();
        HoldLocals();
        GC.KeepAlive(t_items);
    }

    // In a method that has ended, so that nothing of it is left on the stack.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void SetThreadStatics()
    {
        t_items = Makers.Many<HeldByThreadStatic>(ThreadStatics);
        Store<Marker>.ThreadItems = Makers.Many<HeldByGenericThreadStatic>(GenericThreadStatics);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void HoldLocals()
    {
        object items = Makers.Many<HeldByStack>(Locals);
        HoldInterior(ref new HeldByInterior().Value);
        GC.KeepAlive(items);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void HoldInterior(ref int value)
    {
        value = 1;
        _ready.Set();
        _end.Wait();
        value++;
    }
}
