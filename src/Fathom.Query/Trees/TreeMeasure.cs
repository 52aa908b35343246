using Fathom.Model.Results;
using Fathom.Model.Trees;

namespace Fathom.Query.Trees;

/// <summary>What a tree adds up.</summary>
/// <param name="Query">The query with the sums by stack.</param>
/// <param name="Title">What is summed, as the head of a sentence: "CPU time".</param>
/// <param name="Total">The column with all below a line.</param>
/// <param name="Self">The column with what lies in a line itself.</param>
/// <param name="Count">The column with the number of samples or waits.</param>
public sealed record TreeMeasure(string Query, string Title, ResultColumn Total, ResultColumn Self, ResultColumn Count)
{
    /// <summary>Processor time.</summary>
    public static TreeMeasure Cpu { get; } = new("trees/cpu", "CPU time", Time("cpu_total_ns"), Time("cpu_self_ns"), Number("samples"));

    /// <summary>Waits.</summary>
    public static TreeMeasure Waits { get; } =
        new("trees/waits", "Waits", Time("wait_sum_ns"), Time("wait_self_ns"), Number("count")) { Lasts = true };

    /// <summary>Allocated bytes.</summary>
    public static TreeMeasure Allocs { get; } =
        new("trees/allocs", "Allocations", Size("estimated_bytes"), Size("self_bytes"), Number("sample_count"));

    /// <summary>Whether it adds up times from a begin on, and not samples of a moment.</summary>
    public bool Lasts { get; private init; }

    /// <summary>Columns of a tree, known before anything is read.</summary>
    public ResultShape Shape { get; } = new(
    [
        new("process", CellKind.Text) { Rank = ColumnRank.Detail },
        new("pid", CellKind.Integer) { Rank = ColumnRank.Detail },
        new("id", CellKind.Integer) { Rank = ColumnRank.Detail },
        new("parent_id", CellKind.Integer) { Rank = ColumnRank.Detail },
        new("depth", CellKind.Integer) { Rank = ColumnRank.Detail },
        new("kind", CellKind.Text) { Rank = ColumnRank.Detail },
        new("total_percent", CellKind.Real, ColumnUnit.Percent) { Rank = ColumnRank.Key, Heading = "share" },
        Total,
        Self,
        Count with { Rank = ColumnRank.Detail },
        new("method", CellKind.Text, ColumnUnit.Branch) { Rank = ColumnRank.Key },
        new("merged_count", CellKind.Integer, ColumnUnit.Count) { Rank = ColumnRank.Detail },
        new("origin", CellKind.Text) { Rank = ColumnRank.Detail },
        new("module", CellKind.Text) { Rank = ColumnRank.Detail },
    ]);

    /// <summary>Columns of the stacks themselves: a row for each, for formats that write them.</summary>
    public ResultShape StackShape { get; } =
        new([new("process", CellKind.Text), new("pid", CellKind.Integer), new(StackExport.IdColumn, CellKind.Integer), Total, Count]);

    /// <summary>The stacks, those with the most first.</summary>
    public ResultTable Stacks(StackProfile profile) => new(
        StackShape.Columns,
        [
            .. Enumerable.Range(0, profile.Stacks.Length)
                .OrderByDescending(at => profile.Stacks[at].Weight).ThenByDescending(at => profile.Stacks[at].Count).ThenBy(static at => at)
                .Select(at => StackRow(profile, at)),
        ]);

    private Cell[] StackRow(StackProfile profile, int at)
    {
        StackWeight stack = profile.Stacks[at];
        TreeProcess process = profile.Processes[stack.Process];
        Cell weight = stack.HasWeight ? Weight(stack.Weight) : default;
        return [Cell.Of(process.Name), Cell.Of(process.Pid), Cell.Of((long)at), weight, Cell.Of(stack.Count)];
    }

    /// <summary>The cell of a weight.</summary>
    public Cell Weight(double weight) => Total.Kind == CellKind.Real ? Cell.Of(weight) : Cell.Of((long)weight);

    private static ResultColumn Time(string name) => new(name, CellKind.Integer, ColumnUnit.Nanoseconds) { Rank = ColumnRank.Key };

    private static ResultColumn Size(string name) => new(name, CellKind.Real, ColumnUnit.Bytes) { Rank = ColumnRank.Key };

    private static ResultColumn Number(string name) => new(name, CellKind.Integer, ColumnUnit.Count);
}
