namespace Fathom.Sources.Threads.Stacks;

/// <summary>Tells which methods of the core library wait. Names are those of .NET 8 to 11; a method of another name is no wait.</summary>
internal static class WaitParts
{
    /// <summary>The part that a method plays.</summary>
    /// <param name="type">Full name of its type.</param>
    /// <param name="method">Its name.</param>
    public static WaitPart Of(string type, string method)
    {
        if (!type.StartsWith("System.Threading.", StringComparison.Ordinal))
            return WaitPart.None;
        return type["System.Threading.".Length..] switch
        {
            "Monitor" when method is "Wait" or "ObjWait" => WaitPart.MonitorWait,
            "Monitor" when IsEnter(method) || method.StartsWith("ReliableEnter", StringComparison.Ordinal) => WaitPart.MonitorEnter,
            "ManualResetEventSlim" when method is "Wait" => WaitPart.EventSlimWait,
            "SemaphoreSlim" when method.StartsWith("Wait", StringComparison.Ordinal) => WaitPart.SemaphoreWait,
            "Condition" when method is "Wait" => WaitPart.MonitorWait,
            "Lock" when IsEnter(method) || method is "Reenter" => WaitPart.LockEnter,
            "ReaderWriterLockSlim" => OfReaderWriter(method),
            "Thread" when method is "Join" or "JoinInternal" => WaitPart.Join,
            "Thread" when method is "Sleep" or "SleepInternal" => WaitPart.Sleep,
            "LowLevelLifoSemaphore" or "LowLevelSpinWaiter" => WaitPart.PoolIdle,
            "WaitHandle" when method.StartsWith("Wait", StringComparison.Ordinal) => WaitPart.HandleWait,
            { } task when IsTaskType(task) && IsTaskWait(method) => WaitPart.TaskWait,
            _ => WaitPart.None,
        };
    }

    private static bool IsEnter(string method) =>
        method.StartsWith("Enter", StringComparison.Ordinal) || method.StartsWith("TryEnter", StringComparison.Ordinal);

    private static WaitPart OfReaderWriter(string method) => method switch
    {
        "WaitOnEvent" => WaitPart.ReaderWriterWait,
        "EnterReadLock" or "TryEnterReadLock" or "TryEnterReadLockCore" => WaitPart.ReadEnter,
        "EnterWriteLock" or "TryEnterWriteLock" or "TryEnterWriteLockCore" => WaitPart.WriteEnter,
        "EnterUpgradeableReadLock" or "TryEnterUpgradeableReadLock" or "TryEnterUpgradeableReadLockCore" => WaitPart.UpgradeableReadEnter,
        _ => WaitPart.None,
    };

    // Task and Task`1 in any instantiation, as ClrMD may write it.
    private static bool IsTaskType(string type) =>
        type is "Tasks.Task" || type.StartsWith("Tasks.Task<", StringComparison.Ordinal) || type.StartsWith("Tasks.Task`1", StringComparison.Ordinal);

    private static bool IsTaskWait(string method) =>
        method is "SpinThenBlockingWait" or "InternalWait" or "InternalWaitCore" or "GetResultCore" or "get_Result" or "Wait" or "WaitAll" or "WaitAny"
            or "WaitAllCore" or "WaitAnyCore" or "WaitAllBlockingCore";
}
