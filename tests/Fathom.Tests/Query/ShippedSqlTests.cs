using System.Text.RegularExpressions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query;

/// <summary>Shipped SQL stays in the subset that DuckDB, Spark, Trino and ClickHouse all run, and says what it does.</summary>
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
    public void A_shipped_query_says_its_purpose_parameters_and_columns(string file)
    {
        string[] header = [.. File.ReadLines(Path.Combine(SqlFolder, file)).TakeWhile(line => line.StartsWith("--", StringComparison.Ordinal))];

        Assert.True(header.Length >= 3, "The header comment is missing.");
        Assert.Contains(header, line => line.StartsWith("-- Parameters:", StringComparison.Ordinal));
        Assert.Contains(header, line => line.StartsWith("-- Columns:", StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void Every_parameter_of_a_shipped_query_is_described(string file)
    {
        string text = File.ReadAllText(Path.Combine(SqlFolder, file));
        string header = string.Join('\n', text.Split('\n').TakeWhile(line => line.StartsWith("--", StringComparison.Ordinal)));

        foreach (Match parameter in ParameterPattern().Matches(CommentPattern().Replace(text, "")))
            Assert.Contains(parameter.Value, header, StringComparison.Ordinal);
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

    [GeneratedRegex(@"\$[a-z_]+")]
    private static partial Regex ParameterPattern();

    // Words and signs that only some engines know: lists, structs, casts by '::', and DuckDB's own clauses.
    [GeneratedRegex(@"\b(GLOB|QUALIFY|PIVOT|UNPIVOT|SUMMARIZE|EXCLUDE|REPLACE|UNNEST|LIST|STRUCT|MAP|ARRAY|ILIKE|ASOF|POSITIONAL|read_parquet|FILTER)\b|::|[\[\]{}]|\bGROUP BY ALL\b|\bORDER BY ALL\b", RegexOptions.IgnoreCase)]
    private static partial Regex DialectPattern();
}
