using Fathom.Query.Questions;
using Xunit;

namespace Fathom.Tests.Query.Questions;

public sealed class UsedQueryTests
{
    public static TheoryData<string> Queries => [.. NamedQuery.All.Where(static query => HeaderReader.UsesOf(NamedQuery.Of(query).Text).Length > 0)];

    [Fact]
    public void What_a_used_query_uses_stands_before_it_and_once()
    {
        string sql = NamedQuery.Of("time/waits").Sql;
        string[] names = ["recorded", "own_method", "own_frame", "wait_rule", "wait_kind", "wait_stack", "wait"];

        Assert.StartsWith("WITH recorded AS (", sql, StringComparison.Ordinal);
        Assert.Equal(names, names.OrderBy(name => sql.IndexOf($"{name} AS (", StringComparison.Ordinal)));
        Assert.All(names, name => Assert.Equal(2, $"\n{sql}".Split($"\n{name} AS (").Length + (name == "recorded" ? 1 : 0)));
    }

    [Theory]
    [MemberData(nameof(Queries))]
    public void A_query_declares_the_parameters_of_those_that_it_uses(string query)
    {
        string[] own = [.. NamedQuery.Of(query).Header.Parameters.Select(static parameter => parameter.Name)];

        Assert.All(
            HeaderReader.UsesOf(NamedQuery.Of(query).Text),
            used => Assert.Subset(own.ToHashSet(), NamedQuery.Of(used).Header.Parameters.Select(static parameter => parameter.Name).ToHashSet()));
    }

    [Theory]
    [InlineData("-- Text.\n-- Uses: lib/recorded, lib/wait\n-- Columns:\n--   n  count\nSELECT 1", "lib/recorded,lib/wait")]
    [InlineData("-- Text.\r\n-- Uses: lib/recorded\r\n-- Columns:\r\nSELECT 1", "lib/recorded")]
    [InlineData("-- Text.\n-- Columns:\n--   n  count\nSELECT 1\n-- Uses: lib/recorded\n", "")]
    public void Only_the_header_names_what_is_used(string sql, string used) => Assert.Equal(used, string.Join(',', HeaderReader.UsesOf(sql)));
}
