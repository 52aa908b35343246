using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Threads.Async;

namespace Fathom.Sources.Threads.Objects;

/// <summary>What objects of one type are good for.</summary>
/// <param name="Kind">What they say about threads.</param>
/// <param name="AsyncBox">Where the facts lie in the box of an async call; null for other types.</param>
/// <param name="RuntimeAsync">Where the facts lie in the task of calls that the runtime itself suspends; null for other types.</param>
/// <param name="Inspectors">Are shown the objects.</param>
internal sealed record TypeUse(TypeUseKind Kind, AsyncBoxLayout? AsyncBox, RuntimeAsyncLayout? RuntimeAsync, TypeInspector[] Inspectors)
{
    /// <summary>Objects of the type say nothing.</summary>
    public static TypeUse None { get; } = new(TypeUseKind.None, null, null, []);
}
