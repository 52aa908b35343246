namespace Fathom.Sources.Events.Waits;

/// <summary>A thread begins to wait for a lock.</summary>
/// <param name="IsNative">Whether it is a lock of the runtime itself.</param>
/// <param name="LockId">The runtime's number of the lock; null where it does not tell, as before .NET 8.</param>
/// <param name="OwnerThreadId">Who has it, by the number at the operating system; null where it does not tell.</param>
public readonly record struct ContentionStarted(bool IsNative, ulong? LockId, int? OwnerThreadId);
