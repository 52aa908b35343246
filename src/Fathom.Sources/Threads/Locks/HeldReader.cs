namespace Fathom.Sources.Threads.Locks;

/// <summary>A thread that has entered a ReaderWriterLockSlim as a reader.</summary>
/// <param name="LockId">Number of the lock.</param>
/// <param name="ManagedThreadId">Number that the runtime gives to the thread.</param>
/// <param name="Count">How often it has entered.</param>
internal readonly record struct HeldReader(long LockId, int ManagedThreadId, int Count);
