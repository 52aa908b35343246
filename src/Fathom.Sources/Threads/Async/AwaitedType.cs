namespace Fathom.Sources.Threads.Async;

/// <summary>A type of which calls await objects.</summary>
/// <param name="Name">The async method whose call such an object is, else the name of the type; null where that is not known.</param>
/// <param name="Chain">Where its chain of suspended calls is, for tasks of calls that the runtime itself suspends; null for others.</param>
internal sealed record AwaitedType(string? Name, RuntimeAsyncLayout? Chain);
