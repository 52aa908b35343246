using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Model;

public sealed class NearMissTests
{
    private static readonly string[] s_verbs = ["ps", "info", "heap", "schema", "sql", "size_bytes"];

    [Theory]
    [InlineData("heep", "heap")]
    [InlineData("hepa", "heap")]
    [InlineData("HEAP", "heap")]
    [InlineData("sche", "schema")]
    [InlineData("sqll", "sql")]
    [InlineData("pss", "ps")]
    [InlineData("sise_byte", "size_bytes")]
    [InlineData("unheard", null)]
    [InlineData("x", null)]
    [InlineData("", null)]
    public void The_word_that_was_probably_meant_is_found(string word, string? expected) => Assert.Equal(expected, NearMiss.Find(word, s_verbs));
}
