using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Async;

/// <summary>Follows the chains of continuations of calls that the runtime itself has suspended.</summary>
/// <param name="runtime">Of a target whose heap stands still.</param>
internal sealed class RuntimeAsyncReader(ClrRuntime runtime)
{
    /// <summary>The name of a method that cannot be told.</summary>
    public const string UnknownMethod = "(unknown method)";

    // A chain in a damaged heap may lead back into itself.
    private const int MaxDepth = 10_000;

    private readonly Dictionary<ulong, ContinuationLayout?> _layouts = [];
    private readonly Dictionary<ulong, string?> _methods = [];
    private readonly IDataReader _memory = runtime.DataTarget.DataReader;

    /// <summary>The suspended calls behind a task, innermost first.</summary>
    /// <param name="task">Address of the task.</param>
    /// <param name="layout">Its layout.</param>
    /// <param name="awaited">What the innermost call waits for; 0 where that is not kept.</param>
    /// <param name="isWhole">False where a part of the chain could not be read.</param>
    public List<(string Method, int State)> Calls(ulong task, RuntimeAsyncLayout layout, out ulong awaited, out bool isWhole)
    {
        List<(string Method, int State)> calls = [];
        awaited = 0;
        isWhole = _memory.ReadPointer(task + (ulong)layout.ChainOffset, out ulong at);
        while (isWhole && at != 0)
        {
            if (LayoutOf(at) is not { } continuation)
            {
                // Before the first suspension the place has what the caller gave, if anything.
                isWhole = calls.Count == 0 && awaited == 0;
                break;
            }

            isWhole = _memory.ReadPointer(at + (ulong)continuation.InfoOffset, out ulong info)
                & _memory.Read(at + (ulong)continuation.StateOffset, out int state)
                & _memory.ReadPointer(at + (ulong)continuation.NextOffset, out ulong next)
                && calls.Count < MaxDepth;
            if (isWhole && MethodOf(info) is { } method)
                calls.Add((method, state));
            else if (isWhole && calls.Count == 0 && continuation.AwaitedOffset >= 0)
                _memory.ReadPointer(at + (ulong)continuation.AwaitedOffset, out awaited);
            at = next == at ? 0 : next;
        }

        return calls;
    }

    private ContinuationLayout? LayoutOf(ulong address)
    {
        if (!_memory.ReadPointer(address, out ulong methodTable))
            return null;
        methodTable &= ~7UL;
        if (!_layouts.TryGetValue(methodTable, out ContinuationLayout? layout))
            _layouts.Add(methodTable, layout = runtime.Heap.GetTypeByMethodTable(methodTable) is { } type ? ContinuationLayout.Of(type) : null);
        return layout;
    }

    // Null for a continuation of the library, which stands for no method.
    private string? MethodOf(ulong info)
    {
        if (_methods.TryGetValue(info, out string? name))
            return name;
        if (!_memory.ReadPointer(info + sizeof(ulong), out ulong place))
            name = UnknownMethod;
        else if (place != 0)
            name = runtime.GetMethodByInstructionPointer(place) is { Name: { } method } known ? NameOf(known.Type?.Name, method) : UnknownMethod;
        _methods.Add(info, name);
        return name;
    }

    // ClrMD writes type arguments of methods in double brackets.
    private static string NameOf(string? type, string method)
    {
        string name = method.IndexOf("[[", StringComparison.Ordinal) is > 0 and var arguments ? method[..arguments] : method;
        return string.IsNullOrEmpty(type) ? name : $"{type}.{name}";
    }
}
