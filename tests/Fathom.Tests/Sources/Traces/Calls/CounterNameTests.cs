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
    public void A_name_has_no_modifiers_and_no_settings(string told, string name) => Assert.Equal(name, CounterName.Of(told));
}
