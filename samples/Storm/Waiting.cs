using System.Runtime.CompilerServices;

namespace Storm;

/// <summary>The methods in which threads wait: one for each kind. What follows the waits keeps them from being jumps.</summary>
internal static class Waiting
{
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForSemaphore(SemaphoreSlim semaphore)
    {
        semaphore.Wait();
        GC.KeepAlive(semaphore);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForSignal(ManualResetEventSlim signal)
    {
        signal.Wait();
        signal.Reset();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForHandle(AutoResetEvent handle)
    {
        handle.WaitOne();
        GC.KeepAlive(handle);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForPulse(object condition)
    {
        lock (condition)
            Monitor.Wait(condition);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForTask(Task task)
    {
        task.Wait();
        GC.KeepAlive(task);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForThread(Thread thread)
    {
        thread.Join();
        GC.KeepAlive(thread);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForMonitor(object gate)
    {
        Monitor.Enter(gate);
        Monitor.Exit(gate);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForLock(Lock gate)
    {
        gate.Enter();
        gate.Exit();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void ForTime(int milliseconds)
    {
        Thread.Sleep(milliseconds);
        GC.KeepAlive(null);
    }
}
