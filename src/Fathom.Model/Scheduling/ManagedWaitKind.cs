namespace Fathom.Model.Scheduling;

/// <summary>What a managed thread waits for, as its runtime tells it.</summary>
public enum ManagedWaitKind
{
    /// <summary>A lock that another thread has.</summary>
    Contention,

    /// <summary>A handle, or a pulse of a monitor.</summary>
    WaitHandle,
}
