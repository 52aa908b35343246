using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;

namespace Fathom.Query.Serializers;

/// <summary>The comparison with the columns of the combined file of SerializerTests, for pivot sheets that were made for that.</summary>
/// <param name="session">The recordings.</param>
/// <param name="stop">Interrupts a query.</param>
public sealed class ClassicComparison(QuerySession session, CancellationToken stop)
{
    private const double NanosecondsPerSecond = 1e9;
    private const string InBox = "in box";

    /// <summary>The columns, named as in that file.</summary>
    public static IReadOnlyList<ResultColumn> Columns { get; } =
    [
        new("Serializer", CellKind.Text), new("Objects", CellKind.Integer), new("Time to serialize in s", CellKind.Real), new("Time to deserialize in s", CellKind.Real),
        new("Size in bytes", CellKind.Integer), new("FileVersion", CellKind.Text), new("Framework", CellKind.Text), new("ProjectHome", CellKind.Text),
        new("DataFormat", CellKind.Text), new("FormatDetails", CellKind.Text), new("Supports Versioning", CellKind.Text), new("Scenario", CellKind.Text),
    ];

    /// <summary>A row per serializer, case and lane that came back whole. What failed has no row there either.</summary>
    public ResultTable Read(int rec)
    {
        Dictionary<(string?, string?, string?), TableRow> facts = TableRow.All(session.Run("serializers/classic", stop, new QueryParameter("rec", Cell.Of(rec))))
            .ToDictionary(static row => (row.Text("serializer"), row.Text("runtime"), row.Text("build")));
        IEnumerable<Cell[]> rows = TableRow.All(new SerializerReport(session, stop).Comparison(rec))
            .Where(static row => row.Text("outcome") == "ok" && row.Text("role") != "overhead" && row.HasReal("serialize_ns") && row.HasReal("deserialize_ns"))
            .Select(row => Row(row, facts[(row.Text("serializer"), row.Text("runtime"), row.Text("build"))]));
        return new ResultTable(Columns, [.. rows]);
    }

    private static Cell[] Row(TableRow row, TableRow facts) =>
    [
        Cell.Of($"{row.Text("serializer")}<{Type(row)}>"),
        Cell.Of(row.Number("n")),
        Cell.Of(Math.Round(row.Real("serialize_ns") / NanosecondsPerSecond, 12)),
        Cell.Of(Math.Round(row.Real("deserialize_ns") / NanosecondsPerSecond, 12)),
        Cell.Of(row.Number("size_bytes")),
        Cell.Of(facts.Text("version")),
        Cell.Of(row.Text("runtime") is { } runtime ? $".NET {runtime}" : null),
        Cell.Of(Home(facts.Text("library"))),
        Cell.Of(facts.Number("is_text") == 1 ? "Text" : "Binary"),
        Cell.Of(facts.Text("format")),
        Cell.Of(Versioning(facts)),
        Cell.Of(Scenario(row)),
    ];

    // The type parameter told the objects there; the payload told the file's name.
    private static string Type(TableRow row) => row.Number("payload_bytes") is > 0 and var payload ? $"{row.Text("case_name")} {payload} bytes" : row.Text("case_name")!;

    private static string? Home(string? library) => library switch
    {
        null or "none" or "" => null,
        InBox => "https://github.com/dotnet/runtime",
        _ => $"https://www.nuget.org/packages/{library}",
    };

    // Tested, not stated: where nothing was tried there is no answer.
    private static string? Versioning(TableRow facts) => facts.Number("version_checks") switch
    {
        > 0 and var tried => facts.Number("version_ok") == tried ? "Yes" : facts.Number("version_ok") > 0 ? "Partly" : "No",
        _ => null,
    };

    private static string Scenario(TableRow row)
    {
        string lane = row.Text("lane") is "stream" or null ? "" : $" {row.Text("lane")}";
        return $"Combined{lane}{(row.Text("build") is "jit" or null ? "" : $" {row.Text("build")}")}";
    }
}
