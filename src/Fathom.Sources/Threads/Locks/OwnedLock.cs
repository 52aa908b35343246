namespace Fathom.Sources.Threads.Locks;

/// <summary>A lock that a thread owns.</summary>
/// <param name="ManagedThreadId">The owner, by the number that the runtime gave it.</param>
/// <param name="Kind">One of <see cref="Fathom.Model.Threads.LockKinds"/>.</param>
/// <param name="Address">The lock.</param>
/// <param name="TypeName">Its type, or null.</param>
/// <param name="Count">How often the owner has entered.</param>
internal readonly record struct OwnedLock(int ManagedThreadId, string Kind, ulong Address, string? TypeName, int Count)
{
    /// <summary>The owner by the number of the operating system, where that is what is known; then the other number is 0.</summary>
    public int? Tid { get; init; }
}
