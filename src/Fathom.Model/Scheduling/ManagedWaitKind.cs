namespace Fathom.Model.Scheduling;

/// <summary>What a thread waits for, and who tells it.</summary>
public enum ManagedWaitKind : byte
{
    /// <summary>A lock that another thread has.</summary>
    Contention,

    /// <summary>A handle, or a pulse of a monitor.</summary>
    WaitHandle,

    /// <summary>A futex of the kernel, by the stack with which the thread entered the call. No runtime told it.</summary>
    Futex,
}
