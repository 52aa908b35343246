using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Threads.Async;

/// <summary>The types and methods of suspended calls, each asked for once.</summary>
/// <param name="runtime">Of a target whose heap does not change meanwhile.</param>
internal sealed class AsyncTypes(ClrRuntime runtime) : IAsyncTypes
{
    private readonly Dictionary<ulong, ContinuationLayout?> _continuations = [];
    private readonly Dictionary<ulong, AwaitedType> _awaited = [];

    /// <inheritdoc/>
    public ContinuationLayout? ContinuationOf(ulong methodTable)
    {
        if (!_continuations.TryGetValue(methodTable, out ContinuationLayout? layout))
            _continuations.Add(methodTable, layout = runtime.Heap.GetTypeByMethodTable(methodTable) is { } type ? ContinuationLayout.Of(type) : null);
        return layout;
    }

    /// <inheritdoc/>
    public AwaitedType AwaitedOf(ulong methodTable)
    {
        if (!_awaited.TryGetValue(methodTable, out AwaitedType? awaited))
        {
            awaited = runtime.Heap.GetTypeByMethodTable(methodTable) is { } type
                ? new AwaitedType(AsyncBoxLayout.Of(type)?.Method ?? type.Name, RuntimeAsyncLayout.Of(type) is { IsKnown: true } chain ? chain : null)
                : new AwaitedType(null, null);
            _awaited.Add(methodTable, awaited);
        }

        return awaited;
    }

    /// <inheritdoc/>
    public string? MethodAt(ulong place) =>
        runtime.GetMethodByInstructionPointer(place) is { Name: { } method } known ? NameOf(known.Type?.Name, method) : null;

    // ClrMD writes type arguments of methods in double brackets.
    private static string NameOf(string? type, string method)
    {
        string name = method.IndexOf("[[", StringComparison.Ordinal) is > 0 and var arguments ? method[..arguments] : method;
        return string.IsNullOrEmpty(type) ? name : $"{type}.{name}";
    }
}
