using Fathom.Model;
using Fathom.Model.Catalog;
using Fathom.Model.Heap;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Model.Tables;
using Fathom.Query.Foreign;
using Fathom.Query.Schema;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query;

public sealed class QuerySessionTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Recordings_with_the_same_ids_stay_apart()
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);
        using RecordingReader b = HeapRecordings.Create(_folder, "b", "MyApp.Customer", 5);
        using QuerySession session = QuerySession.Open(a, b);

        Assert.Equal(["MyApp.Order", "3", "72"], Row(Types(session, 0), "type", "count", "size_bytes"));
        Assert.Equal(["MyApp.Customer", "5", "120"], Row(Types(session, 1), "type", "count", "size_bytes"));
    }

    [Fact]
    public void Sums_are_whole_numbers_and_columns_have_the_unit_of_their_name()
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);
        using QuerySession session = QuerySession.Open(a);

        ResultTable table = Types(session, 0);

        Assert.Equal((CellKind.Text, ColumnUnit.None), Column(table, "type"));
        Assert.Equal((CellKind.Integer, ColumnUnit.Count), Column(table, "count"));
        Assert.Equal((CellKind.Integer, ColumnUnit.Bytes), Column(table, "size_bytes"));
        Assert.Equal((CellKind.Real, ColumnUnit.Bytes), Column(table, "average_bytes"));
        Assert.Equal(24, table.Rows[0][table.IndexOf("average_bytes")].Number);
    }

    [Theory]
    [InlineData(2, null)]
    [InlineData(1, "The answer has more than 1 rows, which is more than is held in memory.")]
    public void An_answer_with_more_rows_than_are_held_is_an_error_and_never_a_part(int most, string? error)
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);
        using RecordingReader b = HeapRecordings.Create(_folder, "b", "MyApp.Customer", 5);
        using QuerySession session = QuerySession.Open(new ResultLimits(most, 1000), [a, b]);
        const string Query = "SELECT t.name AS type FROM heap_type t ORDER BY t.name";
        CancellationToken stop = TestContext.Current.CancellationToken;

        foreach (Action ask in (Action[])[() => session.Ask(Query, [], stop), () => session.Ask(Query, new RowRequest(), [], stop), () => session.Ask(Query, new RowRequest { Top = 2 }, [], stop)])
        {
            FathomException? refused = Record.Exception(ask) as FathomException;
            Assert.Equal((error, error is null ? (ExitCode?)null : ExitCode.Target), (refused?.Message, refused?.ExitCode));
        }

        RequestedRows first = session.Ask(Query, new RowRequest { Top = 1 }, [], stop);
        Assert.Equal((1, 2), (first.Table.Rows.Count, first.Counts!.Kept));
    }

    [Fact]
    public void A_table_that_no_recording_has_is_empty_and_typed()
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);

        ResultTable table = ForeignQuery.Run([a], "SELECT * FROM process", [], TestContext.Current.CancellationToken).Rows;

        Assert.Empty(table.Rows);
        Assert.Equal(TableCatalog.All.Single(static schema => schema.Name == "process").Columns.Select(c => c.Name).Prepend("rec"), table.Columns.Select(c => c.Name));
    }

    [Fact]
    public void A_column_that_an_older_recording_lacks_is_null_there()
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);
        using RecordingReader old = Without("load_context", "module_path");

        ResultTable table = ForeignQuery.Run([a, old], "SELECT rec, name, module_path, load_context FROM heap_type ORDER BY rec", [], TestContext.Current.CancellationToken).Rows;

        Assert.Equal(["0|MyApp.Order||", "1|Old||"], table.Rows.Select(r => string.Join('|', r)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_hundred_recordings_of_several_parts_are_one_question()
    {
        for (int i = 0; i < 100; i++)
        {
            using RecordingWriter writer = RecordingWriter.Create(_folder.File($"{i}.fathom"), new RecordingOptions("test run") { PartRows = 2 });
            writer.Write<HeapUsageRow>([.. Enumerable.Range(0, 1 + (i % 5)).Select(row => new HeapUsageRow { TypeId = (uint)row, Count = i })]);
            if (i % 10 != 0)
                writer.Commit();
        }

        RecordingReader[] recordings = [.. Enumerable.Range(0, 100).Where(i => i % 10 != 0).Select(i => RecordingReader.Open(_folder.File($"{i}.fathom")))];
        ResultTable all = ForeignQuery.Run(
            recordings,
            "SELECT rec, COUNT(*) AS count, MIN(count), MAX(count) FROM heap_usage GROUP BY rec ORDER BY rec",
            [],
            TestContext.Current.CancellationToken).Rows;
        ResultTable one = ForeignQuery.Run(recordings, "SELECT COUNT(*), MIN(count) FROM heap_usage WHERE rec = 77", [], TestContext.Current.CancellationToken).Rows;

        int[] numbers = [.. Enumerable.Range(0, 100).Where(i => i % 10 != 0)];
        Assert.Equal(numbers.Select((n, rec) => $"{rec}|{1 + (n % 5)}|{n}|{n}"), all.Rows.Select(r => string.Join('|', r)));
        Assert.Equal($"{1 + (numbers[77] % 5)}|{numbers[77]}", string.Join('|', one.Rows.Single()));
        foreach (RecordingReader recording in recordings)
            recording.Dispose();
    }

    [Fact]
    public void Every_table_in_the_catalogue_has_a_view_with_its_columns_and_types()
    {
        ResultTable table = ForeignQuery.Run(
            [],
            "SELECT table_name, column_name, data_type FROM duckdb_columns() WHERE schema_name = 'main' AND NOT internal ORDER BY table_name, column_index",
            [],
            TestContext.Current.CancellationToken).Rows;

        IEnumerable<string> expected = ViewSchema.All.OrderBy(v => v.Name, StringComparer.Ordinal).SelectMany(v => v.Columns.Select(c => $"{c.Table} {c.Name} {c.Type}"));
        Assert.Equal(expected, table.Rows.Select(r => string.Join(' ', r)));
    }

    [Fact]
    public void Every_row_type_is_in_the_catalogue_once()
    {
        IEnumerable<Type> rowTypes = typeof(TableCatalog).Assembly.GetTypes()
            .Where(t => t.IsValueType && t.GetInterfaces().Any(i => i.IsGenericType && i.GetGenericTypeDefinition() == typeof(IRow<>)));
        IEnumerable<string> names = rowTypes.Select(t => ((TableSchema)t.GetProperty("Schema")!.GetValue(null)!).Name);

        Assert.Equal(names.Order(StringComparer.Ordinal), TableCatalog.All.Select(t => t.Name).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Sort_keys_name_columns_that_are_always_there()
    {
        foreach (TableSchema table in TableCatalog.All)
        {
            foreach (string key in table.SortKey)
                Assert.False(table.Columns.Single(c => c.Name == key).Nullable, $"{table.Name}.{key}");
        }
    }

    [Fact]
    public void A_shipped_query_needs_a_value_for_each_parameter()
    {
        using QuerySession session = QuerySession.Open();

        Assert.Contains("$rec", Assert.Throws<ArgumentException>(() => session.Run("heap/types", TestContext.Current.CancellationToken)).Message, StringComparison.Ordinal);
        Assert.Contains(
            "$other",
            Assert.Throws<ArgumentException>(() => session.Run("heap/types", TestContext.Current.CancellationToken, new QueryParameter("other", default))).Message,
            StringComparison.Ordinal);
        Assert.Throws<ArgumentException>(() => session.Run("heap/absent", TestContext.Current.CancellationToken));
    }

    [Fact]
    public void A_part_whose_content_changed_is_noticed_before_its_numbers_are_shown()
    {
        string file;
        using (RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3))
            file = a.PartFiles("heap_usage")[0];
        byte[] bytes = File.ReadAllBytes(file);
        bytes[bytes.Length / 2] ^= 1;
        File.WriteAllBytes(file, bytes);

        using RecordingReader damaged = RecordingReader.Open(_folder.File("a.fathom"));
        using QuerySession session = QuerySession.Open(damaged);
        FathomException error = Assert.Throws<FathomException>(() => Types(session, 0));

        Assert.Contains("heap_usage/part-1.parquet does not match its checksum", error.Message, StringComparison.Ordinal);
    }

    private RecordingReader Without(params string[] columns)
    {
        using RecordingReader recording = HeapRecordings.Create(_folder, "old", "Old", 1);
        Parts.Rewrite(recording, "heap_type", $"SELECT * EXCLUDE ({string.Join(", ", columns)}) FROM read_parquet('{{0}}')");
        return RecordingReader.Open(_folder.File("old.fathom"));
    }

    private static ResultTable Types(QuerySession session, long rec) =>
        session.Run("heap/types", TestContext.Current.CancellationToken, new QueryParameter("rec", Cell.Of(rec)));

    private static string[] Row(ResultTable table, params string[] columns) => [.. columns.Select(c => table.Rows.Single()[table.IndexOf(c)].ToString())];

    private static (CellKind, ColumnUnit) Column(ResultTable table, string name) => (table.Columns[table.IndexOf(name)].Kind, table.Columns[table.IndexOf(name)].Unit);
}
