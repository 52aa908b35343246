using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Sessions;

namespace Fathom.Query.Memory;

/// <summary>
/// The types of a heap and the memory of its process in one table, of one stop: rows of kind <c>memory</c>, whose type is a category, and of kind
/// <c>type</c>. With the row names of MemAnalyzer there is no kind, as in its files.
/// </summary>
/// <param name="session">The recordings.</param>
/// <param name="heap">The heap.</param>
/// <param name="memory">The memory.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class HeapWithMemory(QuerySession session, HeapReport heap, MemoryReport memory, CancellationToken stop)
{
    private static readonly ResultColumn s_kind = new("kind", CellKind.Text);
    private static readonly string[] s_memoryTotals = ["memory_allocated", "not_explained", "rss", "held", "memory_total", "kernel_rss"];

    /// <summary>The columns and totals.</summary>
    /// <param name="population">Which objects are counted.</param>
    /// <param name="classic">Whether the rows have the names of MemAnalyzer.</param>
    /// <param name="ofCore">Whether the memory is that of a core alone.</param>
    public static ResultShape Shape(HeapPopulation population, bool classic, bool ofCore = false)
    {
        ResultShape types = HeapDivision.Types.Of(population).Shape;
        return types with
        {
            Columns = classic ? MemoryShapes.Of(MemoryView.Classic).Columns : [s_kind, .. types.Columns],
            Hidden = classic ? [] : types.Hidden,
            TotalsRows = [.. types.TotalsRows, .. s_memoryTotals, .. ofCore ? [MemoryShapes.SavedTotal] : Array.Empty<string>()],
        };
    }

    /// <summary>The rows: memory first, as its rows are few.</summary>
    public ResultTable Rows(int rec, HeapPopulation population, bool classic)
    {
        ResultTable types = session.Run(HeapDivision.Types.Of(population, rec), null, stop).Table;
        ResultShape shape = Shape(population, classic);
        if (classic)
            return new ResultTable(shape.Columns, [.. memory.Rows(rec, MemoryView.Classic).Table.Rows, .. types.Rows.Select(row => Pick(types, row, shape.Columns))]);
        ResultTable categories = memory.Rows(rec, MemoryView.Categories).Table;
        return new ResultTable(shape.Columns, [.. categories.Rows.Select(row => OfCategory(categories, row)), .. types.Rows.Select(row => (Cell[])[Cell.Of("type"), .. row])]);
    }

    /// <summary>The totals of the heap, then those of the memory.</summary>
    public ResultTable Totals(int rec, HeapPopulation population)
    {
        ResultTable objects = heap.Totals(HeapDivision.Types.Of(population, rec));
        ResultTable sums = memory.Totals(rec);
        return objects with { Rows = [.. objects.Rows, .. sums.Rows.Select(row => (Cell[])[Cell.Of(NameOf(row[0].Text)), default, row[sums.IndexOf("size_bytes")]])] };
    }

    // The heap has totals of the same names.
    private static string NameOf(string kind) => kind is "allocated" or "total" ? $"memory_{kind}" : kind;

    // Resident and held bytes do not overlap; a category has one of them. A core alone tells neither, but what it holds.
    private static Cell[] OfCategory(ResultTable table, Cell[] row) =>
    [
        Cell.Of("memory"),
        row[table.IndexOf("category")],
        default,
        default,
        default,
        row[table.IndexOf("rss_bytes")] is { IsNull: false } resident ? Cell.Of(resident.Integer + row[table.IndexOf("held_bytes")].Integer) : row[table.IndexOf("saved_bytes")],
        default,
    ];

    private static Cell[] Pick(ResultTable table, Cell[] row, IReadOnlyList<ResultColumn> columns) => [.. columns.Select(column => row[table.IndexOf(column.Name)])];
}
