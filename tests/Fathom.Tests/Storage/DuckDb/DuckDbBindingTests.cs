using System.Text;
using Fathom.Storage.DuckDb;
using Xunit;

namespace Fathom.Tests.Storage.DuckDb;

public sealed class DuckDbBindingTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-test-");
    private readonly DuckDbConnection _connection;

    public DuckDbBindingTests() => _connection = DuckDbConnection.Open(DuckDbOptions.In(_folder.FullName));

    public void Dispose()
    {
        _connection.Dispose();
        _folder.Delete(recursive: true);
    }

    [Fact]
    public void The_engine_is_the_pinned_version() => Assert.Equal("v1.5.5", DuckDbConnection.EngineVersion);

    [Fact]
    public void Every_number_type_reads_back_exactly()
    {
        using DuckDbResult result = _connection.Query("""
            SELECT true AS b, (-8)::TINYINT, (-16)::SMALLINT, (-32)::INTEGER, (-64)::BIGINT, 8::UTINYINT, 16::USMALLINT, 4294967295::UINTEGER,
                   18446744073709551615::UBIGINT, 1.5::FLOAT, 2.25::DOUBLE, 170141183460469231731687303715884105727::HUGEINT, 12.34::DECIMAL(9, 2)
            """);

        Assert.True(result.Read(out DuckDbChunk chunk));
        Assert.Equal(1, chunk.RowCount);
        Assert.Equal(1, chunk.Column(0).Values<byte>()[0]);
        Assert.Equal(-8, chunk.Column(1).Values<sbyte>()[0]);
        Assert.Equal(-16, chunk.Column(2).Values<short>()[0]);
        Assert.Equal(-32, chunk.Column(3).Values<int>()[0]);
        Assert.Equal(-64, chunk.Column(4).Values<long>()[0]);
        Assert.Equal(8, chunk.Column(5).Values<byte>()[0]);
        Assert.Equal(16, chunk.Column(6).Values<ushort>()[0]);
        Assert.Equal(uint.MaxValue, chunk.Column(7).Values<uint>()[0]);
        Assert.Equal(ulong.MaxValue, chunk.Column(8).Values<ulong>()[0]);
        Assert.Equal(1.5f, chunk.Column(9).Values<float>()[0]);
        Assert.Equal(2.25, chunk.Column(10).Values<double>()[0]);
        Assert.Equal(Int128.MaxValue, chunk.Column(11).Values<Int128>()[0]);
        Assert.Equal((DuckDbType.Decimal, DuckDbType.Integer, 2), (result.Columns[12].Type, result.Columns[12].Storage, result.Columns[12].Scale));
        Assert.Equal(1234, chunk.Column(12).Values<int>()[0]);
        Assert.False(result.Read(out _));
    }

    [Theory]
    [InlineData("")]
    [InlineData("twelve bytes")]
    [InlineData("thirteen byte")]
    [InlineData("äöü € 𝄞 and more than twelve bytes of it")]
    public void A_text_reads_back_whether_it_lies_in_place_or_behind_a_pointer(string text)
    {
        using DuckDbStatement statement = _connection.Prepare("SELECT $1");
        statement.Bind(1, text);
        using DuckDbResult result = statement.Execute(TestContext.Current.CancellationToken);

        Assert.True(result.Read(out DuckDbChunk chunk));
        Assert.Equal(text, Encoding.UTF8.GetString(chunk.Column(0).Utf8(0)));
    }

    [Fact]
    public void Null_is_seen_per_row()
    {
        using DuckDbResult result = _connection.Query("SELECT CASE WHEN range % 3 = 0 THEN NULL ELSE range END, range FROM range(200)");

        Assert.True(result.Read(out DuckDbChunk chunk));
        for (int row = 0; row < chunk.RowCount; row++)
            Assert.Equal(row % 3 == 0, chunk.Column(0).IsNull(row));
    }

    [Fact]
    public void An_enum_gives_its_dictionary()
    {
        using DuckDbResult result = _connection.Query("SELECT 'b'::ENUM('a', 'b')");

        Assert.Equal(["a", "b"], result.Columns[0].Dictionary);
        Assert.True(result.Read(out DuckDbChunk chunk));
        Assert.Equal(1, chunk.Column(0).Values<byte>()[0]);
    }

    [Fact]
    public void Reading_a_column_as_a_type_of_another_size_is_refused()
    {
        using DuckDbResult result = _connection.Query("SELECT 1::INTEGER");

        Assert.Throws<InvalidOperationException>(() =>
        {
            result.Read(out DuckDbChunk chunk);
            chunk.Column(0).Values<long>();
        });
    }

    [Fact]
    public void Parameters_are_bound_by_position_and_by_name()
    {
        using DuckDbStatement statement = _connection.Prepare("SELECT $n + 1, $d, $t, $b, $nothing IS NULL");
        statement.Bind(statement.PositionOf("n"), 41L);
        statement.Bind(statement.PositionOf("D"), 0.5);
        statement.Bind(statement.PositionOf("t"), "it's; -- text");
        statement.Bind(statement.PositionOf("b"), true);
        statement.BindNull(statement.PositionOf("nothing"));

        Assert.Equal(0, statement.PositionOf("absent"));
        Assert.Equal(["b", "d", "n", "nothing", "t"], statement.Parameters.Order());
        Assert.Equal("42|0.5|it's; -- text|1|1", Row(statement));
    }

    [Fact]
    public void A_statement_runs_again_with_other_values()
    {
        using DuckDbStatement statement = _connection.Prepare("SELECT ? * 2");
        foreach (long value in new long[] { 1, 2, 3 })
        {
            statement.Bind(1, value);
            Assert.Equal((value * 2).ToString(), Row(statement));
        }
    }

    [Fact]
    public void A_result_of_many_chunks_arrives_whole_and_in_order()
    {
        using DuckDbResult result = _connection.Query("SELECT range FROM range(1000000) ORDER BY range");
        long next = 0;
        while (result.Read(out DuckDbChunk chunk))
        {
            foreach (long value in chunk.Column(0).Values<long>())
                Assert.Equal(next++, value);
        }

        Assert.Equal(1_000_000, next);
    }

    [Theory]
    [InlineData("selec 1", "Parser", 0)]
    [InlineData("select 1,\n  x", "Binder", 12)]
    [InlineData("select 'ä', y", "Binder", 13)]
    [InlineData("select * from nowhere", "Catalog", 14)]
    public void A_wrong_query_names_its_class_and_position(string sql, string kind, int position)
    {
        DuckDbException error = Assert.Throws<DuckDbException>(() => _connection.Prepare(sql));

        Assert.Equal((kind, position), (error.Kind, error.Position));
        Assert.DoesNotContain('\n', error.Message);
        Assert.NotEmpty(error.Message);
    }

    [Fact]
    public void Several_statements_or_none_are_refused_where_one_is_expected()
    {
        Assert.Equal("The query has 2 statements; one is allowed.", Assert.Throws<DuckDbException>(() => _connection.Prepare("SELECT 1; SELECT 2")).Message);
        Assert.Equal("The query is empty.", Assert.Throws<DuckDbException>(() => _connection.Prepare(" -- nothing")).Message);
    }

    [Fact]
    public void A_failure_in_the_middle_of_a_result_is_not_taken_for_its_end()
    {
        using DuckDbResult result = _connection.Query("SELECT CASE WHEN range = 500000 THEN error('stop here') ELSE range::VARCHAR END FROM range(1000000)");

        DuckDbException error = Assert.Throws<DuckDbException>(() => { while (result.Read(out _)) { } });

        Assert.Contains(error.IsInterrupt ? DuckDbException.CauseUntold : "stop here", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Cancellation_stops_a_running_statement()
    {
        using CancellationTokenSource stop = new(TimeSpan.FromMilliseconds(100));
        using DuckDbStatement statement = _connection.Prepare("SELECT count(*) FROM range(1000000) a, range(1000000) b WHERE hash(a.range + b.range) = 1");

        Assert.ThrowsAny<OperationCanceledException>(() =>
        {
            using DuckDbResult result = statement.Execute(stop.Token);
            while (result.Read(out _)) { }
        });
    }

    [Fact]
    public void Memory_beyond_the_limit_is_an_error_and_not_a_crash()
    {
        using DuckDbConnection small = DuckDbConnection.Open(new DuckDbOptions(20L << 20, 1, _folder.FullName, 1 << 20));

        DuckDbException error = Assert.Throws<DuckDbException>(() => small.Execute("CREATE TABLE t AS SELECT md5(range::VARCHAR) AS h FROM range(3000000)"));

        Assert.Equal("Out of Memory", error.Kind);
    }

    [Fact]
    public void A_table_source_is_read_in_order_and_its_exception_becomes_the_error()
    {
        NumberSource source = new(10_000);
        _connection.Register("numbers", source);
        using (DuckDbStatement statement = _connection.Prepare("SELECT count(*), min(n), max(n), sum(n)::BIGINT, min(parity)::VARCHAR, max(parity)::VARCHAR FROM numbers()"))
            Assert.Equal("10000|0|9999|49995000|even|odd", Row(statement));

        source.FailAt = 5_000;
        DuckDbException error = Assert.Throws<DuckDbException>(() => _connection.Execute("SELECT sum(n) FROM numbers()"));
        Assert.Contains("the source broke", error.Message, StringComparison.Ordinal);
        Assert.IsType<InvalidOperationException>(source.Failure);
    }

    [Fact]
    public void A_function_of_texts_is_called_for_all_rows_absent_ones_too_and_its_exception_becomes_the_error()
    {
        _connection.Register("is_round", new RoundNumber());
        using (DuckDbStatement statement = _connection.Prepare(
            "SELECT count(*) FILTER (WHERE is_round(t)), count(*) FILTER (WHERE is_round(CASE WHEN i % 1000 = 0 THEN NULL ELSE t "
            + "END)), bool_or(is_round(NULL)), bool_or(is_round('70')) FROM (SELECT i, i::VARCHAR AS t FROM range(300000) r(i))"))
            Assert.Equal("30000|29700|0|1", Row(statement));

        DuckDbException error = Assert.Throws<DuckDbException>(() => _connection.Execute("SELECT sum(CASE WHEN is_round(i::VARCHAR || '?') THEN 1 END) FROM range(1000) r(i)"));
        Assert.Contains("'0?' is no number", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_string_cache_gives_the_same_string_for_the_same_bytes()
    {
        Utf8StringCache cache = new();

        Assert.Same(cache.Get("System.String"u8), cache.Get("System.String"u8));
        Assert.Equal(new string('x', 5000), cache.Get(Encoding.UTF8.GetBytes(new string('x', 5000))));
    }

    private static string Row(DuckDbStatement statement)
    {
        using DuckDbResult result = statement.Execute(TestContext.Current.CancellationToken);
        Assert.True(result.Read(out DuckDbChunk chunk));
        StringBuilder row = new();
        for (int i = 0; i < result.Columns.Count; i++)
        {
            DuckDbVector values = chunk.Column(i);
            row.Append(i == 0 ? "" : "|").Append(values.Column.Storage switch
            {
                DuckDbType.BigInt => values.Values<long>()[0].ToString(),
                DuckDbType.Double => values.Values<double>()[0].ToString(System.Globalization.CultureInfo.InvariantCulture),
                DuckDbType.Boolean => values.Values<byte>()[0].ToString(),
                DuckDbType.VarChar => Encoding.UTF8.GetString(values.Utf8(0)),
                DuckDbType other => other.ToString(),
            });
        }

        return row.ToString();
    }

    private sealed class RoundNumber() : DuckDbTextFunction(DuckDbType.Boolean)
    {
        public override void Compute(DuckDbVector texts, DuckDbFunctionResult results)
        {
            for (int row = 0; row < results.RowCount; row++)
            {
                if (!texts.IsNull(row) && texts.Utf8(row)[^1] == '?')
                    throw new InvalidOperationException($"'{Encoding.UTF8.GetString(texts.Utf8(row))}' is no number");
                results.Truths[row] = !texts.IsNull(row) && texts.Utf8(row)[^1] == '0';
            }
        }
    }

    private sealed class NumberSource(int count) : DuckDbTableSource
    {
        private int _next;

        public int FailAt { get; set; } = -1;

        public override IReadOnlyList<DuckDbSourceColumn> Columns { get; } =
            [new("n", DuckDbType.BigInt), new("parity", DuckDbType.Enum, ["even", "odd"])];

        public override long RowCount => count;

        public override void Begin() => _next = 0;

        public override int Read(DuckDbDataChunk chunk)
        {
            if (FailAt >= 0 && _next >= FailAt)
                throw new InvalidOperationException("the source broke");
            int rows = Math.Min(DuckDbDataChunk.Capacity, count - _next);
            for (int row = 0; row < rows; row++)
            {
                chunk.Values<long>(0)[row] = _next;
                chunk.Values<byte>(1)[row] = (byte)(_next++ & 1);
            }

            return rows;
        }
    }
}
