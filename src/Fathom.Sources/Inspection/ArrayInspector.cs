using Fathom.Model.Inspection;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Walking;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Inspection;

/// <summary>Counts arrays by type, and how many of their elements are null or zero.</summary>
/// <param name="budget">Reads what the window of the walk does not hold.</param>
internal sealed class ArrayInspector(ReadBudget budget) : ITableInspector
{
    // A name may occur more than once: the same type of several load contexts.
    private readonly List<ArrayTally> _tallies = [];

    /// <summary>The sparse ones.</summary>
    public SparseArrays Sparse { get; } = new();

    /// <summary>The same of living arrays only, whose waste is written; null where little seems to be wasted.</summary>
    public ArrayInspector? Living { get; set; }

    /// <summary>Bytes that the sparse ones waste.</summary>
    public long WastedBytes => _tallies.Sum(static tally => tally.WastedBytes);

    /// <inheritdoc/>
    public TypeInspector? Of(ClrType type)
    {
        if (!type.IsArray || type.ComponentSize <= 0)
            return null;
        ArrayTally tally = new(type.Name ?? "(unnamed array)", budget, Sparse);
        _tallies.Add(tally);
        return tally;
    }

    /// <inheritdoc/>
    public void Write(IRecordingSink sink, uint snapshotId)
    {
        ILookup<string, ArrayTally> wasting = (Living ?? this)._tallies.ToLookup(static tally => tally.Type);
        HeapArrayRow[] rows = [.. _tallies.Where(static tally => tally.Count > 0)
            .GroupBy(static tally => tally.Type)
            .Select(group => new HeapArrayRow(
                snapshotId,
                sink.Ids.Text(group.Key),
                group.Sum(static tally => tally.Count),
                group.Sum(static tally => tally.SizeBytes),
                wasting[group.Key].Sum(static tally => tally.SparseCount),
                wasting[group.Key].Sum(static tally => tally.WastedBytes)))
            .OrderByDescending(static row => row.WastedBytes)
            .Take(ITableInspector.MaxTypes)];
        sink.Write<HeapArrayRow>(rows);
    }
}
