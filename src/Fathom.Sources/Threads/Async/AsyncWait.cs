namespace Fathom.Sources.Threads.Async;

/// <summary>Where a suspended call of an async method stands.</summary>
/// <param name="StateMachine">Name of the state machine's type; null where the runtime itself suspends the call.</param>
/// <param name="Method">Name of the async method.</param>
/// <param name="AwaitIndex">Which await, 1 = the first.</param>
/// <param name="Awaits">What it waits for, or null.</param>
internal readonly record struct AsyncWait(string? StateMachine, string Method, int AwaitIndex, string? Awaits);
