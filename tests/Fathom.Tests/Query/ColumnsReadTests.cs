using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Query.Foreign;
using Fathom.Query.Questions;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Parquet;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Microsoft.Win32.SafeHandles;
using Xunit;

namespace Fathom.Tests.Query;

/// <summary>What of a large recording is compared with its checksums: all that an answer depends on, and not everything.</summary>
public sealed class ColumnsReadTests(ColumnsReadTests.Whole whole) : IClassFixture<ColumnsReadTests.Whole>, IDisposable
{
    // Small recordings are taken for large ones.
    private static readonly ResultLimits s_exact = ResultLimits.Shipped with { WholeCheckBytes = 0 };

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    public static TheoryData<string> Queries => [.. NamedQuery.All];

    public static TheoryData<string> Answers => [.. NamedQuery.All.Where(static query => !IsPiece(query))];

    public static TheoryData<string> Pieces => [.. NamedQuery.All.Where(IsPiece)];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Answers))]
    public void What_a_shipped_query_does_not_check_may_be_anything(string query) => Check(query);

    // What is asked for only within other queries.
    [Theory]
    [Trait("Category", "Long")]
    [MemberData(nameof(Pieces))]
    public void What_a_piece_of_shipped_queries_does_not_check_may_be_anything(string query) => Check(query);

    private static bool IsPiece(string query) => query.StartsWith("lib/", StringComparison.Ordinal);

    private void Check(string query)
    {
        QueryParameter[] parameters = ShippedParameters.Of(query);
        // It compares with the name of a module, which statistics alone can answer.
        bool mayFail = query == "time/processes";
        UncheckedIsUnread(
            query,
            recording =>
            {
                using QuerySession session = QuerySession.Open(s_exact, [recording]);
                return session.Run(query, TestContext.Current.CancellationToken, parameters);
            },
            mayFail);
    }

    [Theory]
    [Trait("Category", "Long")]
    [MemberData(nameof(Queries))]
    public void What_a_request_on_the_rows_of_a_shipped_query_does_not_check_may_be_anything(string query)
    {
        string sql = NamedQuery.Of(query).Sql;
        QueryParameter[] parameters = ShippedParameters.Of(query);
        UncheckedIsUnread(query, recording =>
        {
            using QuerySession session = QuerySession.Open(s_exact, [recording]);
            IReadOnlyList<DuckDbColumn> columns = session.Columns(sql);
            if (!columns.All(static c => ResultReader.CanRead(c.Type)))
                return session.Run(query, TestContext.Current.CancellationToken, parameters);
            ResultShape shape = new([.. columns.Select(static c => new ResultColumn(c.Name, ResultReader.Kind(c.Type)))]);
            ResultColumn sorted = shape.Columns.FirstOrDefault(static c => c.Kind == CellKind.Integer) ?? shape.Columns[0];
            ResultShaper shaper = new(
                new RowFilter([.. shape.Columns.Where(static c => c.Kind == CellKind.Text).Take(1).Select(static c => Condition.Parse("--where", $"{c.Name}=*1*"))], shape),
                new LimitCheck([Condition.Parse("--fail-if", $"{sorted.Name}={sorted.Kind switch { CellKind.Text => "*", CellKind.Boolean => "true", _ => "2.." }}")], shape),
                RowOrder.Parse(sorted.Name, shape),
                ColumnChoice.Parse(shape.Columns[^1].Name, shape),
                // What other queries read like a table has no order of its own: of rows that sort alike any would be the first.
                query.StartsWith("lib/", StringComparison.Ordinal) ? null : 3);
            RequestedRows rows = session.Run(query, shaper.Request, TestContext.Current.CancellationToken, parameters);
            return shaper.Shape(new CommandResult("test", [], rows)).Result.Rows;
        }, mayFail: true);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("SELECT count(*) AS n FROM heap_usage")]
    [InlineData("SELECT sum(size_bytes) AS s FROM heap_usage WHERE generation > 'generation 4'")]
    [InlineData("SELECT u.size_bytes FROM heap_usage u JOIN heap_type t ON t.rec = u.rec AND t.type_id = u.type_id WHERE t.name LIKE '%7%' ORDER BY 1 LIMIT 20")]
    [InlineData("SELECT type_id FROM heap_usage ORDER BY size_bytes DESC LIMIT 5")]
    [InlineData("SELECT max(address) AS a, min(to_object) AS b FROM heap_node, (SELECT to_object FROM heap_edge LIMIT 1)")]
    [InlineData("FROM heap_root LIMIT 3")]
    [InlineData("SELECT t FROM heap_root t LIMIT 3")]
    [InlineData("SELECT COLUMNS('.*_id') FROM heap_root LIMIT 3")]
    [InlineData("SELECT * EXCLUDE (holder) FROM heap_root LIMIT 3")]
    [InlineData("SELECT count(*) AS n FROM heap_node NATURAL JOIN heap_type")]
    [InlineData("SELECT column_name, min, max FROM (SUMMARIZE heap_root)")]
    [InlineData("DESCRIBE heap_root")]
    [InlineData("SELECT count(DISTINCT h) AS n FROM heap_root h")]
    [InlineData("SELECT (SELECT max(r.holder) FROM heap_root r WHERE r.object_id = n.object_id) AS h FROM heap_node n WHERE n.object_id < 5 ORDER BY n.object_id")]
    [InlineData("WITH x AS MATERIALIZED (SELECT * FROM heap_node) SELECT sum(size_bytes) AS s FROM x")]
    [InlineData("SELECT sum(\"SIZE_BYTES\") AS s FROM \"HEAP_NODE\"")]
    public void What_a_query_of_the_user_does_not_check_may_be_anything(string sql) =>
        UncheckedIsUnread(sql, recording => ForeignQuery.Run([recording], sql, [], TestContext.Current.CancellationToken, s_exact).Rows);

    [Fact]
    public void A_question_about_one_column_checks_one_column()
    {
        using RecordingReader recording = RecordingReader.Open(WholeRecording.Create(_folder, "one", "heap_node", "heap_edge"));

        ForeignQuery.Run([recording], "SELECT sum(size_bytes) AS s FROM heap_node", [], TestContext.Current.CancellationToken, s_exact);

        Assert.Equal(["address", "object_id", "snapshot_id", "type_id"], Unchecked(recording).Where(c => c.Part.Table == "heap_node").Select(c => c.Name).Distinct().Order(StringComparer.Ordinal));
        Assert.DoesNotContain(Unchecked(recording), c => c.Part.Table == "heap_edge");
    }

    [Fact]
    public void A_flipped_bit_in_a_column_that_is_read_is_said_with_what_is_still_whole()
    {
        string path = WholeRecording.Create(_folder, "flipped", "heap_node", "heap_edge");
        using RecordingReader recording = RecordingReader.Open(path);
        Flip(recording, "heap_edge", "to_object");

        FathomException error = Assert.Throws<FathomException>(() => ForeignQuery.Run([recording], "SELECT sum(to_object) AS s FROM heap_edge", [], TestContext.Current.CancellationToken, s_exact));
        ForeignQuery.Run([recording], "SELECT sum(from_object) AS s FROM heap_edge", [], TestContext.Current.CancellationToken, s_exact);

        Assert.Equal($"'{path}' is damaged: heap_edge/part-1.parquet does not match its checksum in column to_object.", error.Message);
        Assert.Equal(ExitCode.Target, error.ExitCode);
        Assert.Equal("still whole, and readable with fathom sql: heap_node", Assert.Single(error.Details));
    }

    [Fact]
    public void A_small_recording_is_compared_whole_and_damage_that_a_query_does_not_read_is_no_reason_to_refuse_its_answer()
    {
        string path = WholeRecording.Create(_folder, "small", "heap_node", "heap_edge");
        using (RecordingReader whole = RecordingReader.Open(path))
        {
            ForeignQuery.Run([whole], "SELECT sum(size_bytes) AS s FROM heap_node", [], TestContext.Current.CancellationToken);
            Assert.DoesNotContain(Unchecked(whole), c => c.Part.Table == "heap_node");
            Flip(whole, "heap_edge", "to_object");
        }

        using RecordingReader recording = RecordingReader.Open(path);
        ForeignQuery.Run([recording], "SELECT sum(from_object) AS s FROM heap_edge", [], TestContext.Current.CancellationToken);
        Assert.Throws<FathomException>(() => ForeignQuery.Run([recording], "SELECT sum(to_object) AS s FROM heap_edge", [], TestContext.Current.CancellationToken));
    }

    [Fact]
    public void A_recording_without_sums_of_columns_is_checked_table_by_table_and_says_what_is_not()
    {
        string path = WholeRecording.Create(_folder, "old", "heap_node", "heap_edge");
        Parts.MakeOld(path);
        using RecordingReader recording = RecordingReader.Open(path);
        Flip(recording, "heap_edge", "to_object");

        Assert.Contains("its manifest.json (names, labels, sums of losses) has none", Assert.Single(recording.Notices), StringComparison.Ordinal);
        Assert.Throws<FathomException>(() => ForeignQuery.Run([recording], "SELECT sum(from_object) AS s FROM heap_edge", [], TestContext.Current.CancellationToken, s_exact));
        ForeignQuery.Run([recording], "SELECT sum(size_bytes) AS s FROM heap_node", [], TestContext.Current.CancellationToken, s_exact);
    }

    // Everything that was not checked is overwritten: an answer that depends on any of it fails or becomes another one.
    private void UncheckedIsUnread(string name, Func<RecordingReader, ResultTable> ask, bool mayFail = false)
    {
        string path = whole.Path;
        string expected;
        List<Chunk> rest;
        using (RecordingReader recording = RecordingReader.Open(path))
        {
            expected = Lines(ask(recording));
            rest = [.. Unchecked(recording)];
        }

        List<(Chunk Chunk, byte[] Bytes)> kept = [.. rest.Select(chunk => (chunk, Overwrite(chunk, null)))];
        try
        {
            using RecordingReader recording = RecordingReader.Open(path);
            Assert.True(expected == Lines(ask(recording)), $"{name} depends on what it did not check");
        }
        catch (FathomException error) when (mayFail && error.InnerException is DuckDbException)
        {
            // The engine opens a column for a filter that the statistics of its parts make superfluous, and its plan does not show that. An error is no answer.
        }
        finally
        {
            foreach ((Chunk chunk, byte[] bytes) in kept)
                Overwrite(chunk, bytes);
        }
    }

    private static IEnumerable<Chunk> Unchecked(RecordingReader recording)
    {
        foreach (PartCheck check in recording.Checks)
        {
            string file = Path.Combine(recording.Folder, check.Part.RelativePath());
            ParquetLayout layout = Layout(file);
            foreach (int column in check.Pending(static _ => true))
            {
                foreach (ByteRange range in layout.Chunks[column])
                    yield return new Chunk(check.Part, file, layout.Columns[column], range);
            }
        }
    }

    private static void Flip(RecordingReader recording, string table, string column)
    {
        string file = recording.PartFiles(table)[0];
        ParquetLayout layout = Layout(file);
        ByteRange range = layout.Chunks[Enumerable.Range(0, layout.Columns.Count).First(i => layout.Columns[i] == column)][^1];
        byte[] bytes = File.ReadAllBytes(file);
        bytes[range.Start + (range.Length / 2)] ^= 1;
        File.WriteAllBytes(file, bytes);
    }

    private static ParquetLayout Layout(string file)
    {
        using SafeFileHandle handle = File.OpenHandle(file);
        return ParquetLayout.Read(handle);
    }

    private static byte[] Overwrite(Chunk chunk, byte[]? bytes)
    {
        using SafeFileHandle handle = File.OpenHandle(chunk.File, FileMode.Open, FileAccess.ReadWrite);
        byte[] old = new byte[chunk.Range.Length];
        RandomAccess.Read(handle, old, chunk.Range.Start);
        if (bytes is null)
            Array.Fill(bytes = new byte[old.Length], (byte)0xFF);
        RandomAccess.Write(handle, bytes, chunk.Range.Start);
        return old;
    }

    // Rows that an answer does not put in order come in any.
    private static string Lines(ResultTable table) => string.Join('\n', table.Rows.Select(row => string.Join('|', row)).Order(StringComparer.Ordinal));

    /// <summary>One recording for all tests, which leave it as it was.</summary>
    public sealed class Whole : IDisposable
    {
        private readonly TestFolder _folder = new();

        public Whole() => Path = WholeRecording.Create(_folder, "whole");

        public string Path { get; }

        public void Dispose() => _folder.Dispose();
    }

    private sealed record Chunk(ManifestPart Part, string File, string Name, ByteRange Range);
}
