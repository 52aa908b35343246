using Fathom.Sources.Events.Sessions;
using Xunit;

namespace Fathom.Tests.Sources.Events.Sessions;

public sealed class ProviderMergeTests
{
    [Fact]
    public void A_provider_is_named_once_with_all_keywords_and_the_widest_level()
    {
        EventProvider[] wanted =
        [
            new("A", 1, EventLevel.Error), new("B", 8, EventLevel.Critical), new("a", 6, EventLevel.Verbose), new("A", 2, EventLevel.Warning),
        ];

        Assert.Equal([new("A", 7, EventLevel.Verbose), new("B", 8, EventLevel.Critical)], ProviderMerge.Merge(wanted));
    }

    [Fact]
    public void The_shortest_interval_of_counters_holds()
    {
        EventProvider merged = Assert.Single(ProviderMerge.Merge([Counters("10"), new("C", 1, EventLevel.Critical), Counters("2"), Counters("30")]));

        Assert.Equal("2", merged.Arguments![ProviderMerge.Interval]);
    }

    [Fact]
    public void Other_arguments_are_joined_unless_they_contradict()
    {
        EventProvider a = new("C", 1, EventLevel.Critical, new Dictionary<string, string> { ["x"] = "1" });
        EventProvider b = new("C", 1, EventLevel.Critical, new Dictionary<string, string> { ["x"] = "1", ["y"] = "2" });
        EventProvider c = new("C", 1, EventLevel.Critical, new Dictionary<string, string> { ["x"] = "3" });

        Assert.Equal(["x=1", "y=2"], ProviderMerge.Merge([a, b])[0].Arguments!.Select(pair => $"{pair.Key}={pair.Value}"));
        Assert.Contains("'1' and '3'", Assert.Throws<ArgumentException>(() => ProviderMerge.Merge([b, c])).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Meters_are_joined_at_the_shortest_interval_and_the_session_bears_both_names()
    {
        EventProvider merged = Assert.Single(ProviderMerge.Merge([Meters("A,B", "5", "x"), Meters("B,C", "30", "y")]));

        Assert.Equal(["ClientId=x+y", "Metrics=A,B,C", "RefreshInterval=5"], merged.Arguments!.Select(pair => $"{pair.Key}={pair.Value}"));
    }

    [Fact]
    public void No_keywords_are_refused() =>
        Assert.Throws<ArgumentException>(() => ProviderMerge.Merge([new EventProvider("A", 0, EventLevel.Error)]));

    private static EventProvider Meters(string names, string seconds, string client) => new(
        "M", 2, EventLevel.Informational, new Dictionary<string, string> { ["Metrics"] = names, ["RefreshInterval"] = seconds, ["ClientId"] = client });

    private static EventProvider Counters(string seconds) =>
        new("C", 1, EventLevel.Critical, new Dictionary<string, string> { [ProviderMerge.Interval] = seconds });

    [Theory]
    [InlineData(EventLevel.Verbose, EventLevel.Informational, "1,2")]
    [InlineData(EventLevel.Informational, EventLevel.Verbose, "2,3")]
    [InlineData(EventLevel.Verbose, EventLevel.Verbose, "2")]
    public void What_one_leaves_out_stays_so_unless_the_other_asks_for_verbose_events(EventLevel first, EventLevel second, string left)
    {
        EventProvider merged = Assert.Single(ProviderMerge.Merge([new EventProvider("A", 1, first) { LeftOut = [1, 2] }, new EventProvider("a", 2, second) { LeftOut = [2, 3] }]));

        Assert.Equal(left, string.Join(',', merged.LeftOut));
    }
}
