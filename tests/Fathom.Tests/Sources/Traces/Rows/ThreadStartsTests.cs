using Fathom.Query.Questions;
using Fathom.Sources.Traces.Rows;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Rows;

/// <summary>The outermost functions of threads.</summary>
public sealed class ThreadStartsTests
{
    [Theory]
    [InlineData("libc.so.6!start_thread", true)]
    [InlineData("libc.so.6!__libc_start_call_main", true)]
    [InlineData("libc.so.6!start", false)]
    [InlineData("start_thread", false)]
    [InlineData("!start_thread", false)]
    [InlineData("libc.so.6!?", false)]
    public void A_start_is_known_by_its_name(string name, bool isStart) => Assert.Equal(isStart, ThreadStarts.Are(name));

    [Fact]
    public void The_query_of_waits_knows_the_same_ones()
    {
        string sql = NamedQuery.Of("time/wait-stacks").Sql;
        Assert.All(ThreadStarts.Names, name => Assert.Contains($"'{name}'", sql, StringComparison.Ordinal));
    }
}
