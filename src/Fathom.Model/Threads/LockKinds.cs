namespace Fathom.Model.Threads;

/// <summary>The values of <c>thread_lock.kind</c>.</summary>
public static class LockKinds
{
    /// <summary>An object that is locked by <c>Monitor</c>, which is what the lock statement does with any other object than a <c>Lock</c>.</summary>
    public const string Monitor = "monitor";

    /// <summary>A <c>System.Threading.Lock</c>.</summary>
    public const string Lock = "lock";

    /// <summary>A <c>ReaderWriterLockSlim</c>, to read.</summary>
    public const string Read = "rw_read";

    /// <summary>A <c>ReaderWriterLockSlim</c>, to write.</summary>
    public const string Write = "rw_write";

    /// <summary>A <c>ReaderWriterLockSlim</c>, to read now and perhaps to write later.</summary>
    public const string UpgradeableRead = "rw_upgradeable";

    /// <summary>A <c>SemaphoreSlim</c>; it has no owner.</summary>
    public const string Semaphore = "semaphore";

    /// <summary>The end of a task.</summary>
    public const string Task = "task";

    /// <summary>The end of a thread; the "owner" is that thread.</summary>
    public const string Thread = "thread";

    /// <summary>A <c>ManualResetEventSlim</c> or one of the types built on it.</summary>
    public const string Event = "event";

    /// <summary>A <c>Monitor.Pulse</c>.</summary>
    public const string Pulse = "pulse";

    /// <summary>A <c>WaitHandle</c>.</summary>
    public const string Handle = "handle";

    /// <summary>The end of a <c>Thread.Sleep</c>.</summary>
    public const string Sleep = "sleep";

    /// <summary>A mutex of the C library (<c>pthread_mutex_t</c> of glibc), as libraries use it.</summary>
    public const string NativeMutex = "native_mutex";

    /// <summary>The next work item: the thread is an idle worker of the pool.</summary>
    public const string Work = "work";
}
