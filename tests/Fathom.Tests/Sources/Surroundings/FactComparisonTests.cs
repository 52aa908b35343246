using Fathom.Model.Machine;
using Fathom.Sources.Surroundings.Facts;
using Xunit;

namespace Fathom.Tests.Sources.Surroundings;

/// <summary>What counts as a change of a machine.</summary>
public sealed class FactComparisonTests
{
    private const long Second = 1_000_000_000;

    [Fact]
    public void Another_setting_is_a_change_and_another_figure_is_none() =>
        Assert.Equal(
            ["storage scheduler of vda was none and is bfq"],
            Changes(
                [Setting("storage", "vda", "scheduler", "none"), Figure("memory", "available_bytes", "5")],
                [Setting("storage", "vda", "scheduler", "bfq"), Figure("memory", "available_bytes", "7")]));

    [Fact]
    public void Who_comes_and_goes_is_a_change_where_it_could_be_seen()
    {
        MachineFact perf = Setting("tracing", "perf", "perf_event_descriptors", "8");
        MachineFact seen = Figure("tracing", "perf_event_descriptors", "0"), unseen = new("tracing", null, "perf_event_descriptors", FactKind.Figure, null, "no permission");

        Assert.Equal(["tracing perf_event_descriptors of perf is 8 and did not exist before"], Changes([seen], [seen, perf]));
        Assert.Equal(["tracing perf_event_descriptors of perf was 8 and no longer exists"], Changes([seen, perf], [seen]));
        Assert.Empty(Changes([unseen], [seen, perf]));
        Assert.Empty(Changes([seen, perf], [unseen]));
    }

    [Fact]
    public void Groups_that_come_with_programs_are_no_change_and_their_limits_are()
    {
        MachineFact limit = Setting("limits", "/shop", "memory_limit_bytes", "5");

        Assert.Empty(Changes([], [limit]));
        Assert.Empty(Changes([limit], []));
        Assert.Equal(["limits memory_limit_bytes of /shop was 5 and is 6"], Changes([limit], [limit with { Value = "6" }]));
    }

    [Fact]
    public void What_could_not_be_read_at_one_of_the_moments_is_not_compared()
    {
        MachineFact known = Setting("kernel", null, "tainted", "no"), unknown = known with { Value = null, NotRead = "no permission" };

        Assert.Empty(Changes([known], [unknown]));
        Assert.Empty(Changes([unknown], [known]));
    }

    [Fact]
    public void A_counter_that_grew_is_told_with_its_growth()
    {
        MachineFact before = Counter("limits", "/web", "throttled_count", "4");

        Assert.Equal(["limits throttled_count of /web grew by 38"], Changes([before], [before with { Value = "42" }]));
        Assert.Empty(Changes([before], [before with { Value = "4" }]));
        // A group that was made anew counts from the begin.
        Assert.Empty(Changes([before], [before with { Value = "1" }]));
        Assert.Empty(Changes([before], [before with { Value = "many" }]));
    }

    [Theory]
    [InlineData(15, false)]
    [InlineData(25, true)]
    public void Time_that_a_host_took_is_told_above_one_percent_of_all_processors(long stolenMs, bool isTold)
    {
        MachineFact before = Counter("load", null, "steal_ns", "1000"), after = before with { Value = (1000 + (stolenMs * 1_000_000)).ToString(System.Globalization.CultureInfo.InvariantCulture) };
        MachineFact processors = Setting("processor", null, "processors", "2");

        Assert.Equal(isTold, FactComparison.Between([before, processors], [after, processors], Second).Count == 1);
    }

    [Fact]
    public void What_changed_and_changed_back_is_told_once()
    {
        FactChange bfq = new(Setting("storage", "vda", "scheduler", "bfq"), "none", "bfq", null), back = new(Setting("storage", "vda", "scheduler", "none"), "bfq", "none", null);
        FactChange governor = new(Setting("processor", null, "governor", "powersave"), "performance", "powersave", null);

        Assert.Equal(
            [
                "the machine changed during the recording: processor governor was performance and is powersave",
                "the machine changed during the recording: storage scheduler of vda was none and is bfq; at the end it was as at the beginning",
            ],
            FactChanges.Sentences([governor], [governor, bfq, back]));
    }

    private static string[] Changes(MachineFact[] before, MachineFact[] after) => [.. FactComparison.Between(before, after, Second).Select(static change => change.ToString())];

    private static MachineFact Setting(string topic, string? item, string name, string value) => new(topic, item, name, FactKind.Setting, value, null);

    private static MachineFact Counter(string topic, string? item, string name, string value) => new(topic, item, name, FactKind.Counter, value, null);

    private static MachineFact Figure(string topic, string name, string value) => new(topic, null, name, FactKind.Figure, value, null);
}
