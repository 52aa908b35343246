using System.Globalization;
using Fathom.Model.Catalog;
using Fathom.Model.Tables;
using Fathom.Query.Sessions;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query;

/// <summary>A recording with rows in every table, and parts that are so large that the columns of a part are checked one by one. The values mean nothing.</summary>
internal static class WholeRecording
{
    private const int Rows = 100;

    // Makes the part large without rows, over which some queries would take long.
    private static readonly string s_padding = new('x', 80_000);

    /// <summary>Makes one.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="name">Its name.</param>
    /// <param name="tables">The tables that have rows; all where none is named.</param>
    /// <returns>Its folder.</returns>
    public static string Create(TestFolder folder, string name, params string[] tables)
    {
        string path = folder.File(name + ".fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom test") { ToolVersion = "1.2.3" }))
            writer.Commit();
        using RecordingReader empty = RecordingReader.Open(path);
        using TestFolder spill = new();
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(spill.File("spill")));
        Parts.Write(path, empty.Manifest with { Parts = [.. TableCatalog.All.Where(table => tables.Length == 0 || tables.Contains(table.Name)).Select(table => WritePart(engine, path, table))] });
        return path;
    }

    private static ManifestPart WritePart(DuckDbConnection engine, string path, TableSchema table)
    {
        string file = Path.Combine(path, table.Name, "part-1.parquet");
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        string columns = string.Join(", ", table.Columns.Select(column => $"CAST({Value(column)} AS {SessionViews.EngineType(column.Type)}) AS \"{column.Name}\""));
        engine.Execute($"COPY (SELECT {columns} FROM range({Rows}) t(i)) TO '{file}' (FORMAT parquet, COMPRESSION uncompressed, KV_METADATA {{padding: '{s_padding}'}})");
        return new ManifestPart(table.Name, 1, Rows, new FileInfo(file).Length, Crc32c.OfFile(file), PartSums.OfFile(file));
    }

    // One look of one process, and numbers of things that fit from table to table.
    private static string Value(ColumnSchema column) => column switch
    {
        { Name: "snapshot_id" or "process_id" } => "1",
        { Type: ColumnType.Boolean } => "hash(i) % 3 = 0",
        { Name: "lane" } => "CAST(i % 4 AS VARCHAR)",
        { Type: ColumnType.Text or ColumnType.RawText } => $"'{column.Name} ' || hash(i * 31) % 5000",
        { Type: ColumnType.Double } => string.Create(CultureInfo.InvariantCulture, $"hash(i + {column.Name.Length}) % 1000 / 2000.0"),
        _ when column.Name.EndsWith("_id", StringComparison.Ordinal) => "i",
        _ => string.Create(CultureInfo.InvariantCulture, $"1 + (hash(i * {column.Name.Length}) % 1000000000)"),
    };
}
