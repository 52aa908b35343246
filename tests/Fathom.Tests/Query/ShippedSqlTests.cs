using System.Text.RegularExpressions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query;

/// <summary>Shipped SQL stays in the subset that DuckDB, Spark, Trino and ClickHouse all run, and has a golden test.</summary>
public sealed partial class ShippedSqlTests
{
    public static TheoryData<string> Files => [.. AllFiles().Select(file => Path.GetRelativePath(SqlFolder, file))];

    private static string SqlFolder => Path.Combine(Repository.Root, "src", "Fathom.Query", "Sql");

    [Theory]
    [MemberData(nameof(Files))]
    public void A_shipped_query_uses_portable_SQL_only(string file)
    {
        string code = CommentPattern().Replace(File.ReadAllText(Path.Combine(SqlFolder, file)), "");

        Assert.DoesNotMatch(DialectPattern(), code);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void Every_shipped_query_has_a_golden_test(string file)
    {
        string name = file.Replace('\\', '/')[..^".sql".Length];
        string golden = Path.Combine(Repository.Root, "tests", "Fathom.Tests", "Query", "snapshots", $"{name.Replace('/', '.')}.csv");

        Assert.True(File.Exists(golden), $"'{golden}' is missing.");
    }

    private static IEnumerable<string> AllFiles() => Directory.EnumerateFiles(SqlFolder, "*.sql", SearchOption.AllDirectories).Order(StringComparer.Ordinal);

    [GeneratedRegex("--[^\n]*")]
    private static partial Regex CommentPattern();

    // Words and signs that only some engines know: lists, structs, casts by '::', and DuckDB's own clauses.
    [GeneratedRegex(
        @"\b(GLOB|QUALIFY|PIVOT|UNPIVOT|SUMMARIZE|EXCLUDE|UNNEST|LIST|STRUCT|MAP|ARRAY|ILIKE|ASOF|POSITIONAL|read_parquet|FILTER|LIST_\w+|STRING_SPLIT|REGEXP_\w+)\b"
            + @"|\*\s*REPLACE\b|::|[\[\]{}]|\bGROUP BY ALL\b|\bORDER BY ALL\b",
        RegexOptions.IgnoreCase)]
    private static partial Regex DialectPattern();
}
