using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Heap.Walking;

/// <summary>Chooses the types whose objects it wants to be shown by a walk of the heap.</summary>
internal interface IObjectInspector
{
    /// <summary>Asked once for each type of the heap.</summary>
    /// <param name="type">The type.</param>
    /// <returns>Is shown every object of the type; null where its objects say nothing.</returns>
    TypeInspector? Of(ClrType type);
}
