using System.Text.RegularExpressions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Eng;

/// <summary>Which run has a test: <c>eng/test</c> has those without a category, <c>--slow</c> those that are slow, <c>--long</c> all.</summary>
public sealed partial class TestTierTests
{
    private static readonly string[] Texts =
        [.. Directory.GetFiles(Path.Combine(Repository.Root, "tests"), "*.cs", SearchOption.AllDirectories).Select(File.ReadAllText)];

    [Fact]
    public void A_category_is_one_that_a_run_asks_for()
    {
        string[] names = [.. Texts.SelectMany(static text => Category().Matches(text)).Select(static match => match.Groups["name"].Value).Distinct().Order()];

        Assert.Equal(["Long", "Slow"], names);
    }

    // The run of the slow ones has none that run alone.
    [Fact]
    public void No_test_that_runs_alone_is_slow() =>
        Assert.DoesNotContain(Texts, static text => Alone().IsMatch(text) && Category().Matches(text).Any(static match => match.Groups["name"].Value == "Slow"));

    [GeneratedRegex("""(^\s*\[(assembly: )?Trait\("|Traits = \[")Category", "(?<name>\w+)""", RegexOptions.Multiline)]
    private static partial Regex Category();

    [GeneratedRegex("""^\s*\[Trait\("Runs", "Alone"\)\]""", RegexOptions.Multiline)]
    private static partial Regex Alone();
}
