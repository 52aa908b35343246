using Fathom.Model.Results;
using Fathom.Query.Sessions;

namespace Fathom.Query.Serializers;

/// <summary>The columns of the views over several recordings of serializers. A test compares them with the answers.</summary>
public static class BaselineShapes
{
    /// <summary>A row per serializer, case, lane and operation of two recordings.</summary>
    public static ResultShape Diff { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serializer", CellKind.Text),
        new("operation", CellKind.Text),
        new("old_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("new_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("ratio", CellKind.Real),
        new("ratio_low", CellKind.Real),
        new("ratio_high", CellKind.Real),
        new("verdict", CellKind.Text),
        new("reason", CellKind.Text),
        new("slower_percent", CellKind.Real, ColumnUnit.Percent),
        new("old_size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("new_size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("delta_size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("old_allocated_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("new_allocated_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("delta_allocated_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("lane", CellKind.Text),
        new("build", CellKind.Text),
        new("role", CellKind.Text),
        new("old_version", CellKind.Text),
        new("new_version", CellKind.Text),
        new("old_runtime", CellKind.Text),
        new("new_runtime", CellKind.Text),
        new("old_processes", CellKind.Integer, ColumnUnit.Count),
        new("new_processes", CellKind.Integer, ColumnUnit.Count),
    ])
    {
        Hidden =
        [
            "n", "payload_bytes", "reason", "slower_percent", "old_size_bytes", "new_size_bytes", "delta_size_bytes", "old_allocated_bytes",
            "new_allocated_bytes", "delta_allocated_bytes", "lane", "build", "role",
            "old_version", "new_version", "old_runtime", "new_runtime", "old_processes", "new_processes",
        ],
    };

    /// <summary>Rows of <see cref="Diff"/> whose ratio may be chance: no limit on it is judged by them. Sizes and allocations are exact. Null where all ratios are certain.</summary>
    /// <param name="diff">The comparison, with all its columns.</param>
    public static Uncertainty? UncertainRatios(ResultTable diff)
    {
        string[] words = [.. TableRow.All(diff).Select(static row => row.Text("verdict")!).Where(static word => word is ChangeWord.Inconclusive or ChangeWord.Same).Distinct()];
        return words.Length == 0 ? null : new Uncertainty([], Rows: false, "a ratio within its bounds may be chance; put the limit on 'verdict' or 'slower_percent', which count only what is certain")
        {
            RowColumn = "verdict",
            RowKeys = words,
            Columns = ["ratio", "ratio_low", "ratio_high"],
        };
    }

    /// <summary>A row per serializer, case, lane and recording.</summary>
    public static ResultShape Across { get; } = new(
    [
        new("case_name", CellKind.Text),
        new("n", CellKind.Integer, ColumnUnit.Count),
        new("payload_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serializer", CellKind.Text),
        new("day", CellKind.Text),
        new("machine", CellKind.Text),
        new("runtime", CellKind.Text),
        new("serialize_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("deserialize_ns", CellKind.Real, ColumnUnit.Nanoseconds),
        new("rank", CellKind.Text),
        new("outcome", CellKind.Text),
        new("recording", CellKind.Text),
        new("version", CellKind.Text),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("serialize_allocated_bytes", CellKind.Real, ColumnUnit.Bytes),
        new("deserialize_allocated_bytes", CellKind.Real, ColumnUnit.Bytes),
        .. SerializerShapes.Bounds("serialize"),
        .. SerializerShapes.Bounds("deserialize"),
        new("serialize_factor", CellKind.Real),
        new("deserialize_factor", CellKind.Real),
        new("detail", CellKind.Text),
        new("lane", CellKind.Text),
        new("build", CellKind.Text),
        new("role", CellKind.Text),
    ])
    {
        Hidden =
        [
            "n", "payload_bytes", "outcome", "recording", "version", "size_bytes", "serialize_allocated_bytes", "deserialize_allocated_bytes",
            "serialize_low_ns", "serialize_high_ns", "deserialize_low_ns", "deserialize_high_ns",
            "serialize_factor", "deserialize_factor", "detail", "lane", "build", "role",
        ],
    };
}
