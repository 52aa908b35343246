using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Counts arrays by type, and how many of their elements are null or zero.</summary>
/// <param name="budget">Reads what the window of the walk does not hold.</param>
internal sealed class ArrayInspector(ReadBudget budget) : IObjectInspector
{
    private readonly List<ArrayTally> _tallies = [];

    /// <summary>The arrays by type. A name may occur more than once: the same type of several load contexts.</summary>
    public IReadOnlyList<ArrayTally> Tallies => _tallies;

    /// <summary>The sparse ones.</summary>
    public SparseArrays Sparse { get; } = new();

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (!type.IsArray || type.ComponentSize <= 0)
            return null;
        ArrayTally tally = new(type.Name ?? "(unnamed array)", budget, Sparse);
        _tallies.Add(tally);
        return tally;
    }
}
