using System.Runtime.InteropServices;

namespace Stalls;

/// <summary>A cycle over mutexes of the C library, as a native library may have it.</summary>
internal static partial class NativeDeadlock
{
    private const int MutexBytes = 64;

    /// <summary>native-a has the first mutex and waits for the second, native-b the other way round.</summary>
    public static void TwoMutexes(Scene scene)
    {
        nint first = Marshal.AllocHGlobal(MutexBytes), second = Marshal.AllocHGlobal(MutexBytes);
        _ = Init(first, 0);
        _ = Init(second, 0);
        Barrier bothOwn = new(2);
        int waiting = 0;
        scene.Start("native-a", () => Take(first, second));
        scene.Start("native-b", () => Take(second, first));
        Scene.Until(() => Volatile.Read(ref waiting) == 2);
        // From there it is one call into the lock, which waits at once.
        Thread.Sleep(300);

        void Take(nint one, nint other)
        {
            _ = Lock(one);
            bothOwn.SignalAndWait();
            Interlocked.Increment(ref waiting);
            _ = Lock(other);
        }
    }

    [LibraryImport("libc", EntryPoint = "pthread_mutex_init")]
    private static partial int Init(nint mutex, nint attributes);

    [LibraryImport("libc", EntryPoint = "pthread_mutex_lock")]
    private static partial int Lock(nint mutex);
}
