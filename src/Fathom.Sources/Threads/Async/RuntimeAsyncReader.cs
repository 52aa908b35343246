using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Async;

/// <summary>Follows the chains of continuations of calls that the runtime itself has suspended.</summary>
/// <param name="memory">Of a target whose heap stands still; it may be damaged.</param>
/// <param name="types">What the runtime knows of them.</param>
internal sealed class RuntimeAsyncReader(IMemoryReader memory, IAsyncTypes types)
{
    /// <summary>The name of a method that cannot be told.</summary>
    public const string UnknownMethod = "(unknown method)";

    /// <summary>Most continuations that are followed from one task.</summary>
    public const int MaxDepth = 10_000;

    private readonly Dictionary<ulong, string?> _methods = [];

    /// <summary>The suspended calls behind a task, innermost first.</summary>
    /// <param name="task">Address of the task.</param>
    /// <param name="layout">Its layout.</param>
    /// <param name="awaited">What the innermost call waits for; 0 where that is not kept.</param>
    /// <param name="isWhole">False where a part of the chain could not be read. A chain that leads back into itself has no calls.</param>
    /// <param name="due">Ends it.</param>
    /// <exception cref="OperationCanceledException">It is due to end.</exception>
    public List<(string Method, int State)> Calls(ulong task, RuntimeAsyncLayout layout, out ulong awaited, out bool isWhole, CancellationToken due)
    {
        List<(string Method, int State)> calls = [];
        awaited = 0;
        isWhole = memory.ReadPointer(task + (ulong)layout.ChainOffset, out ulong at);

        // A step of the past, moved on after 1, 2, 4, 8 … steps: a circle meets it again.
        ulong mark = 0;
        for (int step = 1; isWhole && at != 0; step++)
        {
            due.ThrowIfCancellationRequested();
            if (at == mark)
            {
                calls.Clear();
                awaited = 0;
                isWhole = false;
                break;
            }

            if (int.IsPow2(step))
                mark = at;
            if (LayoutOf(at) is not { } continuation)
            {
                // Before the first suspension the place has what the caller gave, if anything.
                isWhole = calls.Count == 0 && awaited == 0;
                break;
            }

            isWhole = memory.ReadPointer(at + (ulong)continuation.InfoOffset, out ulong info)
                & memory.Read(at + (ulong)continuation.StateOffset, out int state)
                & memory.ReadPointer(at + (ulong)continuation.NextOffset, out ulong next)
                && step <= MaxDepth;
            if (isWhole && MethodOf(info) is { } method)
                calls.Add((method, state));
            else if (isWhole && calls.Count == 0 && continuation.AwaitedOffset >= 0)
                memory.ReadPointer(at + (ulong)continuation.AwaitedOffset, out awaited);
            at = next;
        }

        return calls;
    }

    private ContinuationLayout? LayoutOf(ulong address) =>
        memory.ReadPointer(address, out ulong methodTable) ? types.ContinuationOf(methodTable & ~7UL) : null;

    // Null for a continuation of the library, which stands for no method.
    private string? MethodOf(ulong info)
    {
        if (_methods.TryGetValue(info, out string? name))
            return name;
        if (!memory.ReadPointer(info + sizeof(ulong), out ulong place))
            name = UnknownMethod;
        else if (place != 0)
            name = types.MethodAt(place) ?? UnknownMethod;
        _methods.Add(info, name);
        return name;
    }
}
