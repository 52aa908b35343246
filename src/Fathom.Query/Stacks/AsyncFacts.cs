namespace Fathom.Query.Stacks;

/// <summary>Calls of an async method that stand at the same await.</summary>
internal sealed record AsyncFacts(string Method, string? StateMachine, int AwaitIndex, string? Awaits, long Count);
