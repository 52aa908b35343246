using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Inspection;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Async;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>What tasks wait for and run, each type and place of code asked for once.</summary>
/// <param name="runtime">Of a target whose heap stands still.</param>
/// <param name="memory">Its memory.</param>
internal sealed class TaskTypes(ClrRuntime runtime, ITargetMemory memory) : ITaskTypes
{
    private readonly Dictionary<ulong, AwaitedShape> _shapes = [];
    private readonly CallbackNames _names = new(runtime, memory);

    /// <inheritdoc/>
    public AwaitedShape ShapeOf(ulong methodTable)
    {
        if (!_shapes.TryGetValue(methodTable, out AwaitedShape? shape))
        {
            ClrType? type = runtime.Heap.GetTypeByMethodTable(methodTable);
            int flags = type is not null && TaskShape.IsTask(type) ? TypeInspector.Offset(type, "m_stateFlags") : -1;
            string? method = type is null ? null : AsyncBoxLayout.Of(type)?.Method;
            _shapes.Add(methodTable, shape = new AwaitedShape(method ?? AwaitedName.Of(type?.Name), flags));
        }

        return shape;
    }

    /// <inheritdoc/>
    public string MethodOf(ulong callback) => _names.Of(callback);
}
