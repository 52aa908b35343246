namespace Fathom.Sources.Threads.Locks;

/// <summary>A monitor that had to be waited for once and that a thread holds, from the runtime's sync blocks.</summary>
/// <param name="ManagedThreadId">The owner.</param>
/// <param name="Object">The object that is locked.</param>
/// <param name="Count">How often the owner has entered.</param>
internal readonly record struct HeldMonitor(int ManagedThreadId, ulong Object, int Count);
