using Fathom.Cli.Commands.Watch;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Query.Trends;
using Xunit;

namespace Fathom.Tests.Cli.Commands.Watch;

/// <summary>What is said of limits while a watch runs and at its end.</summary>
public sealed class WatchLimitsTests
{
    [Fact]
    public void Growth_is_per_hour_because_of_what_the_limit_is_about_and_not_of_its_words()
    {
        JudgedLimits verdict = new(new LimitVerdict([Broken("growth.fans=1..", "fans")], []), new LimitVerdict([Broken("rss limit", "growth.rss_bytes")], []));

        Assert.Equal(
            "limit broken: growth.fans=1..: fans is 7 in MyApp (4711)\nlimit broken: rss limit: growth.rss_bytes is 7 per hour in MyApp (4711)",
            WatchLimits.Sentence(verdict, "MyApp", 4711));
    }

    [Fact]
    public void What_is_broken_comes_before_what_could_not_be_judged()
    {
        JudgedLimits verdict = new(
            new LimitVerdict([], ["fds=1..: fds has no value"]),
            new LimitVerdict([Broken("growth.threads=1..", "growth.threads")], ["growth.fds=1..: growth.fds has no value"]));

        Assert.Equal(
            [
                "limit broken: growth.threads=1..: growth.threads is 7 per hour in My App (1)",
                "limit not judged: fds=1..: fds has no value in My App (1)",
                "limit not judged: growth.fds=1..: growth.fds has no value in My App (1)",
            ],
            WatchLimits.Sentence(verdict, "My App", 1).Split('\n'));
        Assert.True(verdict is { IsBroken: true, IsOpen: true });
    }

    private static BrokenLimit Broken(string limit, string name) => new(limit, [[new LimitValue(name, ColumnUnit.None, Cell.Of(7))]], 1);
}
