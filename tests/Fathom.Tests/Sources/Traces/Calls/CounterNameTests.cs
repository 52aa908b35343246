using Fathom.Formats.PerfData.Events;
using Fathom.Sources.Traces.Calls;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Calls;

/// <summary>Names of counters, from those that perf gives to events.</summary>
public sealed class CounterNameTests
{
    [Theory]
    [InlineData("cycles", "cycles")]
    [InlineData("instructions:u", "instructions")]
    [InlineData("cycles:ppp", "cycles")]
    [InlineData("cpu_core/cycles/", "cycles")]
    [InlineData("cpu_atom/instructions/u", "instructions")]
    [InlineData("cycles/freq=999/u", "cycles")]
    [InlineData("context-switches/period=1/", "context-switches")]
    [InlineData("cpu/cache-misses,period=1000,call-graph=no/", "cache-misses")]
    [InlineData("cpu/event=0x3c,umask=0x1,period=1000/u", "cpu/event=0x3c,umask=0x1/")]
    [InlineData("r01a8", "r01a8")]
    [InlineData("raw 0x1a8", "raw 0x1a8")]
    [InlineData("a:b", "a")]
    [InlineData("mem:0x1000:rw", "mem:0x1000:rw")]
    [InlineData(":u", ":u")]
    [InlineData("/", "/")]
    [InlineData("cpu/", "cpu/")]
    [InlineData("cpu//", "cpu")]
    [InlineData("cpu/cpu-cycles/", "cycles")]
    [InlineData("branch-instructions:u", "branches")]
    public void A_name_has_no_modifiers_and_no_settings(string told, string name) => Assert.Equal(name, CounterName.Of(told));

    [Fact]
    public void What_was_recorded_twice_keeps_the_names_that_were_asked_for()
    {
        PerfEvent all = Counter(0, 1, "instructions"), user = Counter(1, 1, "instructions:u"), core = Counter(2, 4UL << 32, "cpu_core/cycles/");
        PerfEvent again = Counter(3, 1, "instructions"), small = Counter(4, 10UL << 32, "cpu_atom/cycles/"), misses = Counter(5, 3, "anything");

        // One event of each kind of core: both are one counter. The number says which it is, whatever perf was asked for.
        Assert.Equal(["instructions", "instructions:u", "cycles", "cycles", "cache-misses"], Names(all, user, core, small, misses));
        Assert.Equal(["instructions #0", "instructions #3"], Names(all, again));
        Assert.Equal(["instructions", "cycles"], Names(user, core));
    }

    private static IEnumerable<string> Names(params PerfEvent[] events) => events.Select(each => CounterName.Of(each, events));

    private static PerfEvent Counter(int index, ulong config, string name)
    {
        PerfEvent made = new(index, new PerfEventAttributes { Type = 0, Config = config });
        made.Rename(name);
        return made;
    }
}
