using Fathom.Model.Results;

namespace Fathom.Render.Serializers;

/// <summary>A row of the comparison, read by the names of its columns.</summary>
internal sealed class ComparisonRow(ResultTable table, Cell[] cells)
{
    // From here on a ratio is written as 1.00.
    private const double ShownAsOne = 0.995;

    public string Outcome => Text("outcome") is not "ok" and { } outcome ? outcome : "not measured";

    /// <summary>What was compared: most of it has a rank, the rest a reason why it has none.</summary>
    public bool IsRanked => Text("rank") is not null || Text("no_rank_reason") is not null;

    public bool IsFloor => Text("role") == "floor" && Text("outcome") == "ok" && Number("serialize_ns") is not null;

    /// <summary>Serializers that have no rank; what a floor or the suite's own part cannot do says nothing about serializers.</summary>
    public bool IsFailed => Text("role") == "serializer" && !IsRanked;

    /// <summary>Whether it is certainly faster than the floor.</summary>
    public bool BeatsFloor(string operation) => IsTrue($"{operation}_beats_floor");

    /// <summary>Whether it was faster than the floor by less than can be told.</summary>
    public bool IsBelowFloor(string operation) => IsRanked && !BeatsFloor(operation) && Number($"{operation}_floor_factor") < ShownAsOne;

    public bool IsTrue(string column) => cells[table.IndexOf(column)] is { IsNull: false } cell && cell.Boolean;

    public double? Number(string column) => cells[table.IndexOf(column)] is { IsNull: false } cell ? cell.Number : null;

    public string? Text(string column) => cells[table.IndexOf(column)] is { IsNull: false } cell ? cell.Text : null;
}
