using Fathom.Model.Results;

namespace Fathom.Render.Serializers;

/// <summary>A row of the comparison, read by the names of its columns.</summary>
internal sealed class ComparisonRow(ResultTable table, Cell[] cells)
{
    public string Outcome => Text("outcome") is not "ok" and { } outcome ? outcome : "not measured";

    /// <summary>What was compared: most of it has a rank, the rest a reason why it has none.</summary>
    public bool IsRanked => Text("rank") is not null || Text("no_rank_reason") is not null;

    public bool IsFloor => Text("role") == "floor" && Text("outcome") == "ok" && Number("serialize_ns") is not null;

    /// <summary>Serializers that have no rank; what a floor or the suite's own part cannot do says nothing about serializers.</summary>
    public bool IsFailed => Text("role") == "serializer" && !IsRanked;

    public bool IsTrue(string column) => cells[table.IndexOf(column)] is { IsNull: false } cell && cell.Boolean;

    public double? Number(string column) => cells[table.IndexOf(column)] is { IsNull: false } cell ? cell.Number : null;

    public string? Text(string column) => cells[table.IndexOf(column)] is { IsNull: false } cell ? cell.Text : null;
}
