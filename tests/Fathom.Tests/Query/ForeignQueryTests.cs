using System.Text;
using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Query.Foreign;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query;

public sealed class ForeignQueryTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_query_joins_several_recordings_by_rec()
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3, ("context", "before"));
        using RecordingReader b = HeapRecordings.Create(_folder, "b", "MyApp.Customer", 5, ("context", "after"));

        ResultTable table = Run("""
            SELECT r.name, l.value AS context, t.name AS type, SUM(u.count) AS count
            FROM heap_usage u
            JOIN heap_type t ON t.rec = u.rec AND t.type_id = u.type_id
            JOIN recording r ON r.rec = u.rec
            JOIN label l ON l.rec = u.rec AND l.key = 'context'
            GROUP BY ALL ORDER BY r.name
            """, a, b);

        Assert.Equal(["a|before|MyApp.Order|3", "b|after|MyApp.Customer|5"], Lines(table));
    }

    [Fact]
    public void Parameters_are_bound_and_not_pasted()
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);
        QueryParameter[] parameters = [QueryParameter.Parse("min=2"), QueryParameter.Parse("type=x' OR true --"), QueryParameter.Parse("share=0.5"), QueryParameter.Parse("flag=true")];

        ForeignResult result = ForeignQuery.Run(
            [a],
            "SELECT $type AS type, count, $share AS share, $flag AS flag FROM heap_usage WHERE count > $min",
            parameters,
            TestContext.Current.CancellationToken);

        Assert.Equal(["x' OR true --|3|0.5|true"], Lines(result.Rows));
    }

    [Fact]
    public void Every_scalar_type_has_a_cell_and_other_types_are_shown_as_the_engine_writes_them()
    {
        ResultTable table = Run("""
            SELECT NULL AS nothing, true AS b, 7::UTINYINT AS i, SUM(9223372036854775807::BIGINT) AS s, 1.25::DECIMAL(9, 2) AS d, 0.5::FLOAT AS f, 'x' AS t,
                   'b'::ENUM('a', 'b') AS e, DATE '2026-11-21' AS date, [1, 2] AS list, {'a': 1} AS struct, INTERVAL 1 DAY AS i, '\xAA'::BLOB AS blob
            """);

        Assert.Equal(["|true|7|9223372036854775807|1.25|0.5|x|b|2026-11-21|[1, 2]|{'a': 1}|1 day|\\xAA"], Lines(table));
        Assert.Equal(["nothing", "b", "i", "s", "d", "f", "t", "e", "date", "list", "struct", "i_2", "blob"], table.Columns.Select(c => c.Name));
    }

    [Fact]
    public void An_address_keeps_all_its_bits_and_another_number_that_does_not_fit_is_an_error()
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);

        ResultTable table = Run("SELECT method_table AS address FROM heap_type", a);

        Assert.Equal(0xffff_8000_0000_0000, (ulong)table.Rows[0][0].Integer);
        Assert.Equal(ColumnUnit.Address, table.Columns[0].Unit);
        Assert.Contains("18446603336221196288, which does not fit", Refusal("SELECT method_table AS m FROM heap_type", a), StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_beyond_the_limit_is_cut_and_says_so()
    {
        ForeignResult result = ForeignQuery.Run([], "SELECT range FROM range(10000)", [], TestContext.Current.CancellationToken, new ResultLimits(3_000, 1 << 20));

        Assert.Equal(3_000, result.Rows.Rows.Count);
        Assert.Contains("first 3000 rows", Assert.Single(result.Notices), StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_of_exactly_the_limit_is_whole()
    {
        ForeignResult result = ForeignQuery.Run([], "SELECT range FROM range(3000)", [], TestContext.Current.CancellationToken, new ResultLimits(3_000, 1 << 20));

        Assert.Equal(3_000, result.Rows.Rows.Count);
        Assert.Empty(result.Notices);
    }

    [Fact]
    public void Texts_beyond_the_limit_are_an_error()
    {
        FathomException error = Assert.Throws<FathomException>(() => ForeignQuery.Run(
            [],
            "SELECT repeat('x', 2000000) AS t",
            [],
            TestContext.Current.CancellationToken,
            new ResultLimits(10, 1 << 20)));

        Assert.Contains("'t'", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Cancellation_ends_a_query()
    {
        using CancellationTokenSource stop = new(TimeSpan.FromMilliseconds(100));

        Assert.ThrowsAny<OperationCanceledException>(() =>
            ForeignQuery.Run([], "SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range + b.range) = 1", [], stop.Token));
    }

    [Theory]
    [InlineData("DESCRIBE heap_usage")]
    [InlineData("SHOW TABLES")]
    [InlineData("SUMMARIZE heap_usage")]
    [InlineData("FROM heap_usage")]
    [InlineData("VALUES (1), (2)")]
    [InlineData("WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT * FROM t;")]
    [InlineData("SELECT * FROM range(3), generate_series(1, 2), unnest([1])")]
    public void Questions_of_every_form_are_answered(string sql)
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);

        Assert.NotEmpty(Run(sql, a).Rows);
    }

    public static TheoryData<string> Hostile { get; } =
    [
        "COPY (SELECT 1) TO '{0}'",
        "COPY loss FROM '/etc/passwd'",
        "EXPLAIN ANALYZE COPY (SELECT 1) TO '{0}'",
        "EXPLAIN SELECT 1",
        "ATTACH '{1}/x.db'",
        "INSTALL httpfs",
        "LOAD httpfs",
        "PRAGMA database_list",
        "PRAGMA enable_profiling",
        "SET memory_limit = '100GB'",
        "SET enable_external_access = true",
        "RESET lock_configuration",
        "SET VARIABLE x = 1",
        "EXPORT DATABASE '{1}'",
        "IMPORT DATABASE '{1}'",
        "INSERT INTO loss VALUES (1)",
        "UPDATE loss SET count = 0",
        "DELETE FROM loss",
        "CREATE TABLE t AS SELECT 1",
        "CREATE OR REPLACE VIEW loss AS SELECT 1",
        "CREATE MACRO f() AS 1",
        "CREATE SECRET s (TYPE s3)",
        "DROP VIEW loss",
        "ALTER VIEW loss RENAME TO x",
        "CHECKPOINT",
        "CALL enable_logging()",
        "CALL pragma_version()",
        "USE memory",
        "BEGIN",
        "VACUUM",
        "PREPARE p AS SELECT 1",
        "PIVOT heap_usage ON generation USING sum(count)",
        "SELECT 1; DROP VIEW loss",
        "SELECT 1; SELECT 2",
        "SELECT * FROM read_csv('/etc/passwd')",
        "SELECT * FROM read_text('/etc/passwd')",
        "SELECT * FROM read_blob('/proc/self/environ')",
        "SELECT * FROM read_parquet('{0}')",
        "SELECT * FROM read_json('/etc/hostname')",
        "SELECT * FROM sniff_csv('/etc/passwd')",
        "SELECT * FROM glob('/etc/*')",
        "SELECT * FROM '/etc/passwd'",
        "SELECT * FROM '/etc/hostname.csv'",
        "FROM 'https://example.invalid/x.parquet'",
        "SELECT getenv('HOME')",
        "SELECT * FROM enable_logging('QueryLog', storage = 'file', storage_path = '{1}/log')",
        "SELECT * FROM enable_profiling(format = 'json', save_location = '{1}/profile.json')",
        "SELECT * FROM \"enable_profiling\"()",
        "SELECT * FROM system.main.enable_profiling()",
        "SELECT (SELECT 1 FROM enable_profiling())",
        "WITH x AS (SELECT * FROM enable_profiling()) SELECT * FROM x",
        "SELECT * FROM heap_usage WHERE count IN (SELECT 1 FROM enable_logging())",
        "SELECT * FROM query('SELECT * FROM enable_profiling()')",
        "SELECT * FROM query_table('loss')",
        "SELECT * FROM arrow_scan(1::BIGINT::POINTER, 2::BIGINT::POINTER, 3::BIGINT::POINTER)",
        "SELECT * FROM json_execute_serialized_sql('{{}}')",
        "SELECT * FROM force_checkpoint()",
        "SELECT * FROM duckdb_secrets()",
        "SELECT * FROM duckdb_settings()",
        "SELECT * FROM duckdb_settings",
        "SELECT * FROM duckdb_secrets",
        "SELECT * INTO t FROM loss",
        "SELECT * FROM loss FOR UPDATE",
        "SUMMARIZE SELECT * FROM read_csv('/etc/passwd')",
        "DESCRIBE SELECT * FROM read_csv('/etc/passwd')",
        "",
        ";",
        "-- nothing",
    ];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Hostile))]
    public void Nothing_but_reading_the_recordings_is_possible(string sql)
    {
        using RecordingReader a = HeapRecordings.Create(_folder, "a", "MyApp.Order", 3);
        string part = a.PartFiles("heap_usage")[0];
        sql = sql.Replace("{0}", part, StringComparison.Ordinal).Replace("{1}", _folder.Path, StringComparison.Ordinal).Replace("{{}}", "{}", StringComparison.Ordinal);
        string[] before = Content();

        FathomException error = Assert.Throws<FathomException>(() => Run(sql, a));

        Assert.Equal(ExitCode.Usage, error.ExitCode);
        Assert.DoesNotContain('\n', error.Message);
        Assert.NotNull(error.NextStep);
        Assert.Equal(before, Content());
        Assert.Single(Run("SELECT * FROM heap_usage", a).Rows);

        string[] Content() => [.. Directory.EnumerateFiles(_folder.Path, "*", SearchOption.AllDirectories).Select(f => $"{f} {Crc32c.OfFile(f)}").Order(StringComparer.Ordinal)];
    }

    [Fact]
    public void Errors_are_one_line_with_the_position()
    {
        string[] wrong =
        [
            "SELEC 1", "SELECT\n  abc\nFROM loss", "SELECT * FROM los", "SELECT 'ä', y FROM loss", "SELECT CAST('abc' AS INTEGER)", "SELECT $x", "SELECT sum(",
            "DROP VIEW loss", "SELECT * FROM read_csv('/etc/passwd')", "SELECT 1; SELECT 2", "", "SELECT error('mine')", "SELECT CAST('a' || range AS INTEGER) FROM range(3)",
        ];
        StringBuilder text = new();
        foreach (string sql in wrong)
        {
            FathomException? error = Record.Exception(() => Run(sql)) as FathomException;
            Assert.True(error is not null, sql);
            text.Append($"{sql.ReplaceLineEndings(" ")}\n  {error.Message}\n  {error.NextStep}\n  exit {(int)error.ExitCode}\n");
        }

        Snapshot.Match(text.ToString(), "foreign-query-errors.txt");
    }

    [Fact]
    public void A_parameter_without_a_name_is_refused()
    {
        Assert.Equal("'=5' is not a parameter.", Assert.Throws<FathomException>(() => QueryParameter.Parse("=5")).Message);
        Assert.Equal("'x' is not a parameter.", Assert.Throws<FathomException>(() => QueryParameter.Parse("x")).Message);
    }

    private static ResultTable Run(string sql, params RecordingReader[] recordings) => ForeignQuery.Run(recordings, sql, [], TestContext.Current.CancellationToken).Rows;

    private static string Refusal(string sql, params RecordingReader[] recordings) => Assert.Throws<FathomException>(() => Run(sql, recordings)).Message;

    private static IEnumerable<string> Lines(ResultTable table) => table.Rows.Select(r => string.Join('|', r));
}
