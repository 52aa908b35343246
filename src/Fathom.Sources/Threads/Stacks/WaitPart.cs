namespace Fathom.Sources.Threads.Stacks;

/// <summary>What a method of the core library does for a wait. A wait is made of several such frames, innermost first.</summary>
internal enum WaitPart : byte
{
    /// <summary>Nothing: a method of the program, or of another part of the libraries.</summary>
    None,

    /// <summary>Enters a monitor.</summary>
    MonitorEnter,

    /// <summary>Waits for a pulse.</summary>
    MonitorWait,

    /// <summary>Waits for an event that is made of a monitor.</summary>
    EventSlimWait,

    /// <summary>Waits for a place in a semaphore that is made of a monitor.</summary>
    SemaphoreWait,

    /// <summary>Waits for a task.</summary>
    TaskWait,

    /// <summary>Waits for a handle.</summary>
    HandleWait,

    /// <summary>Enters a System.Threading.Lock.</summary>
    LockEnter,

    /// <summary>Enters a ReaderWriterLockSlim; another frame says how.</summary>
    ReaderWriterWait,

    /// <summary>Enters a ReaderWriterLockSlim to read.</summary>
    ReadEnter,

    /// <summary>Enters a ReaderWriterLockSlim to write.</summary>
    WriteEnter,

    /// <summary>Enters a ReaderWriterLockSlim to read and perhaps to write later.</summary>
    UpgradeableReadEnter,

    /// <summary>Waits for the end of a thread.</summary>
    Join,

    /// <summary>Sleeps.</summary>
    Sleep,

    /// <summary>Waits, as a worker of the thread pool, for work.</summary>
    PoolIdle,
}
