using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dac;
using Fathom.Sources.Threads.Stacks;

namespace Fathom.Sources.Threads.Stops;

/// <summary>What is known and made ready before a target is stopped for a look at its threads.</summary>
/// <param name="Catalog">Knows the types of the heap.</param>
/// <param name="Types">Knows some types of the core library.</param>
internal sealed record StackPlan(TypeCatalog Catalog, CoreTypes Types)
{
    /// <summary>The runtime's description of itself, or null.</summary>
    public RuntimeDescriptor? Descriptor { get; init; }

    /// <summary>Reads roots, handles and objects with finalizers; null where nobody asks for them.</summary>
    public RootReader? Roots { get; init; }

    /// <summary>Takes the heap; null where it is asked in the stop.</summary>
    public HeapCopy? Copy { get; init; }
}
