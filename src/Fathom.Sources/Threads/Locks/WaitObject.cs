namespace Fathom.Sources.Threads.Locks;

/// <summary>What a thread waits for.</summary>
/// <param name="Kind">One of <see cref="Fathom.Model.Threads.LockKinds"/>.</param>
/// <param name="Address">The lock, task, thread or handle; 0 where it could not be told.</param>
/// <param name="TypeName">Its type, or null.</param>
/// <param name="IsTimed">Whether the method that was called ends by itself after a time.</param>
internal readonly record struct WaitObject(string Kind, ulong Address, string? TypeName, bool IsTimed);
