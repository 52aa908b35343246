using Fathom.Model.Scheduling;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Why a thread of Windows left its processor.</summary>
internal static class WaitReasons
{
    private static readonly string[] s_names =
    [
        "Executive", "FreePage", "PageIn", "PoolAllocation", "DelayExecution", "Suspended", "UserRequest", "WrExecutive", "WrFreePage",
            "WrPageIn", "WrPoolAllocation", "WrDelayExecution",
        "WrSuspended", "WrUserRequest", "WrEventPair", "WrQueue", "WrLpcReceive", "WrLpcReply", "WrVirtualMemory", "WrPageOut",
            "WrRendezvous", "WrKeyedEvent", "WrTerminated", "WrProcessInSwap",
        "WrCpuRateControl", "WrCalloutStack", "WrKernel", "WrResource", "WrPushLock", "WrMutex", "WrQuantumEnd", "WrDispatchInt",
            "WrPreempted", "WrYieldExecution", "WrFastMutex",
        "WrGuardedMutex", "WrRundown", "WrAlertByThreadId", "WrDeferredPreempt",
    ];

    /// <summary>The name that Windows has for a reason of a wait; its number where that is not known.</summary>
    public static string NameOf(int reason) => reason >= 0 && reason < s_names.Length ? s_names[reason] : $"reason {reason}";

    /// <summary>What the state of a thread that left says: it ended, waits, or could have run on.</summary>
    public static ThreadStop StopOf(int state) => state switch
    {
        1 or 2 or 3 or 7 => ThreadStop.Preempted,
        4 => ThreadStop.Dead,
        5 or 6 => ThreadStop.Waiting,
        _ => ThreadStop.Unknown,
    };
}
