namespace Fathom.Query.Stacks;

/// <summary>A thread that waits for a lock, and one that owns it.</summary>
/// <param name="Waiter">The thread that waits.</param>
/// <param name="Owner">The thread that owns.</param>
/// <param name="Wait">What is waited for.</param>
internal sealed record WaitEdge(uint Waiter, uint Owner, LockFacts Wait);
