using System.Globalization;
using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;

namespace Fathom.Query.Serializers;

/// <summary>
/// The comparisons of several recordings under each other: what each serializer took on which day, machine and runtime. Ranks are those within a recording; whether
/// two recordings differ is for <see cref="RecordingChanges"/>.
/// </summary>
internal static class SeveralRecordings
{
    /// <summary>The rows; columns are those of <see cref="BaselineShapes.Across"/>. Those of a serializer, case and lane stand together, the oldest first.</summary>
    /// <param name="recordings">Of each recording what it is, its comparison and its list.</param>
    public static ResultTable Of(IEnumerable<(RecordingReader Recording, ResultTable Comparison, ResultTable List)> recordings)
    {
        IEnumerable<(TableRow Row, RecordingReader Recording, string? Version)> all = recordings.OrderBy(static one => one.Recording.Manifest.CreatedUtc).SelectMany(static one =>
        {
            Dictionary<(string?, string?, string?), string?> versions = TableRow.All(one.List).GroupBy(Key).ToDictionary(static group => group.Key, static group => group.First().Text("version"));
            return TableRow.All(one.Comparison).Where(static row => row.Text("role") != "overhead").Select(row => (row, one.Recording, versions.GetValueOrDefault(Key(row))));
        });
        return new ResultTable(
            BaselineShapes.Across.Columns,
            [
                .. all.GroupBy(static one => (one.Row.Text("case_name"), N: one.Row.Number("n"), Payload: one.Row.Number("payload_bytes"), Lane: one.Row.Text("lane")))
                    .SelectMany(static data => data.GroupBy(static one => (one.Row.Text("serializer"), one.Row.Text("build")))).SelectMany(static group => group.Select(Row)),
            ]);
    }

    private static (string?, string?, string?) Key(TableRow row) => (row.Text("serializer"), row.Text("runtime"), row.Text("build"));

    private static Cell[] Row((TableRow Row, RecordingReader Recording, string? Version) one)
    {
        (TableRow row, Manifest manifest) = (one.Row, one.Recording.Manifest);
        return
        [
            Cell.Of(row.Text("case_name")),
            Cell.Of(row.Number("n")),
            Cell.Of(row.Number("payload_bytes")),
            Cell.Of(row.Text("serializer")),
            Cell.Of(manifest.CreatedUtc.UtcDateTime.ToString("yyyy-MM-dd", CultureInfo.InvariantCulture)),
            Cell.Of(manifest.Machine.Name),
            Cell.Of(row.Text("runtime")),
            Real(row, "serialize_ns"),
            Real(row, "deserialize_ns"),
            Cell.Of(row.Text("rank")),
            Cell.Of(row.Text("outcome")),
            Cell.Of(one.Recording.Name),
            Cell.Of(one.Version),
            Cell.Of(row.Number("size_bytes")),
            Real(row, "serialize_allocated_bytes"),
            Real(row, "deserialize_allocated_bytes"),
            Real(row, "serialize_low_ns"),
            Real(row, "serialize_high_ns"),
            Real(row, "deserialize_low_ns"),
            Real(row, "deserialize_high_ns"),
            Real(row, "serialize_factor"),
            Real(row, "deserialize_factor"),
            Cell.Of(row.Text("detail")),
            Cell.Of(row.Text("lane")),
            Cell.Of(row.Text("build")),
            Cell.Of(row.Text("role")),
        ];
    }

    private static Cell Real(TableRow row, string column) => row.HasReal(column) ? Cell.Of(row.Real(column)) : default;
}
