using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Shows an inspector only those objects that the roots reach: garbage that no collection has found yet wastes nothing.</summary>
/// <param name="inspector">Is shown them.</param>
/// <param name="live">What the roots reach.</param>
internal sealed class LivingOnly(IObjectInspector inspector, LiveHeap live) : IObjectInspector
{
    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type) => inspector.Of(type) is { } shown ? new Filter(shown, live) : null;

    private sealed class Filter(TypeInspector shown, LiveHeap live) : TypeInspector
    {
        public override void Inspect(in VisitedObject visited)
        {
            if (!visited.IsYoung && live.Holds(visited.Address))
                shown.Inspect(visited);
        }
    }
}
