using System.Text;
using Fathom.Storage.DuckDb;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.DuckDb;

/// <summary>A statement that was prepared without a good plan runs by one: the engine plans what reads files anew.</summary>
public sealed class RoughPlanTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("EXPLAIN SELECT COUNT(*) FROM v a, v b WHERE a.n = b.n")]
    [InlineData("EXPLAIN SELECT COUNT(*) FROM v a, v b WHERE a.n = b.n AND a.text <> $text")]
    public void What_reads_files_is_planned_well_when_it_runs(string sql)
    {
        using DuckDbConnection engine = Engine();

        Assert.Contains("HASH_JOIN", Plan(engine.PrepareRough(sql)), StringComparison.Ordinal);
        engine.Execute("PRAGMA disable_optimizer");
        Assert.Contains("CROSS_PRODUCT", Plan(engine.Prepare(sql)), StringComparison.Ordinal);
    }

    [Fact]
    public void What_was_prepared_roughly_has_its_columns_and_the_same_answer()
    {
        using DuckDbConnection engine = Engine();
        const string sql = "SELECT COUNT(*) AS rows, MAX(a.text) AS last FROM v a, v b WHERE a.n = b.n AND a.n < $most";
        using DuckDbStatement rough = engine.PrepareRough(sql), good = engine.Prepare(sql);

        Assert.Equal(good.Columns, rough.Columns);
        Assert.Equal(["most"], rough.Parameters);
        rough.Bind(1, 7);
        using DuckDbResult result = rough.Execute(TestContext.Current.CancellationToken);
        Assert.True(result.Read(out DuckDbChunk chunk));
        Assert.Equal("6", Encoding.UTF8.GetString(chunk.Column(1).Utf8(0)));
    }

    private DuckDbConnection Engine()
    {
        DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(null));
        string file = _folder.File("rows.parquet");
        engine.Execute($"COPY (SELECT range AS n, CAST(range AS VARCHAR) AS text FROM range(1000)) TO '{file}' (FORMAT parquet)");
        engine.Execute($"CREATE VIEW v AS SELECT n, text FROM read_parquet(['{file}'])");
        return engine;
    }

    private static string Plan(DuckDbStatement statement)
    {
        using DuckDbStatement explained = statement;
        if (explained.Parameters.Count > 0)
            explained.Bind(1, "none");
        StringBuilder plan = new();
        using DuckDbResult result = explained.Execute();
        while (result.Read(out DuckDbChunk chunk))
        {
            for (int row = 0; row < chunk.RowCount; row++)
                plan.Append(Encoding.UTF8.GetString(chunk.Column(1).Utf8(row)));
        }

        return plan.ToString();
    }
}
