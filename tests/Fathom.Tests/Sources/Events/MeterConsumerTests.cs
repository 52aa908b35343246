using System.Collections.Concurrent;
using System.Globalization;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Events;

/// <summary>Meters of a program that says what it measures.</summary>
public sealed class MeterConsumerTests
{
    private static readonly TimeSpan s_second = TimeSpan.FromSeconds(1);

    private readonly ConcurrentQueue<Seen> _seen = [];
    private readonly ConcurrentQueue<string> _problems = [];

    private static CancellationToken Stop => TestContext.Current.CancellationToken;

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Each_kind_of_instrument_tells_what_the_program_measured()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        await using EventSession session = await EventSession.StartAsync(sample.Pid, [Shop(s_second)], stop: Stop);
        sample.Ask("measure 100");
        await Until(() => Sum("orders", s => s.Increment) >= 100 && Sum("price", s => s.Count) >= 100 && Last("stock")?.Value < 901);
        sample.Ask("measure 20");
        await Until(() => Sum("orders", s => s.Increment) >= 120 && Sum("price", s => s.Count) >= 120 && Last("stock")?.Value < 881 && Last("sold")?.Value > 119);
        Assert.True((await session.StopAsync()).IsWhole);

        Assert.Equal((60, 60), (Sum("orders", s => s.Tags == "kind=even,shop=7" ? s.Increment : 0), Sum("orders", s => s.Tags == "kind=odd,shop=7" ? s.Increment : 0)));
        Assert.Equal(("{order}", MeterInstrumentKind.Counter, 60.0), (Last("orders")!.Unit, Last("orders")!.Kind, Last("orders")!.Value));
        Assert.Equal((MeterInstrumentKind.UpDownCounter, 120.0), (Last("open")!.Kind, Last("open")!.Value));
        Assert.Equal(120, Sum("open", s => s.Increment));
        Assert.Equal((MeterInstrumentKind.Gauge, "{piece}", 880.5), (Last("stock")!.Kind, Last("stock")!.Unit, Last("stock")!.Value));
        Assert.Equal((MeterInstrumentKind.Counter, 120.0), (Last("sold")!.Kind, Last("sold")!.Value));
        Assert.Equal((MeterInstrumentKind.UpDownCounter, -120.0), (Last("balance")!.Kind, Last("balance")!.Value));
        Assert.Equal((MeterInstrumentKind.Histogram, "EUR", 120L), (Last("price")!.Kind, Last("price")!.Unit, Sum("price", s => s.Count)));
        Assert.Equal(5050 + 210, Sum("price", s => s.Value));
        // All hundred prices, or a part of them where the interval ended between: the median lies within.
        string[] quantiles = Last("price")!.Quantiles.Split(';');
        Assert.Equal(["0.5", "0.95", "0.99"], quantiles.Select(q => q[..q.IndexOf('=', StringComparison.Ordinal)]));
        Assert.Empty(_problems);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Other_meters_are_not_told_and_meters_of_the_framework_are()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        ConcurrentQueue<string> runtime = [];
        MeterConsumer framework = new(s_second, (in EventOrigin at, in MeterValue e) => runtime.Enqueue($"{e.Meter} {e.Instrument}"), "System.Runtime");
        await using EventSession session = await EventSession.StartAsync(sample.Pid, [Shop(TimeSpan.FromSeconds(30)), framework], stop: Stop);

        await Until(() => Last("stock") is not null && runtime.Contains("System.Runtime dotnet.gc.collections"));

        Assert.All(runtime, name => Assert.StartsWith("System.Runtime ", name, StringComparison.Ordinal));
        Assert.Equal(["balance", "open", "orders", "price", "sold", "stock"], _seen.Select(s => s.Instrument).Concat(["open", "orders", "price"]).Distinct().Order());
        Assert.Empty(_problems);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Two_sessions_share_the_meters_and_leave_nothing_behind()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        int second = 0;
        await using EventSession one = await EventSession.StartAsync(sample.Pid, [Shop(s_second)], stop: Stop);
        await Until(() => Last("stock") is not null);
        await using (EventSession two = await EventSession.StartAsync(
            sample.Pid, [new MeterConsumer(s_second, (in EventOrigin at, in MeterValue e) => second++, "Shop")], stop: Stop))
        {
            await Until(() => Volatile.Read(ref second) > 0);
            Assert.True((await two.StopAsync()).IsWhole);
        }

        _seen.Clear();
        await Until(() => Last("stock") is not null);
        Assert.True((await one.StopAsync()).IsWhole);
        Assert.Empty(_problems);
        await Until(() => !ThreadNames.Of(sample.Pid).Any(name => name.StartsWith("MetricsEventSo", StringComparison.Ordinal)));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Another_interval_and_an_instrument_that_fails_are_told()
    {
        using SampleProcess sample = SampleProcess.Start("Events");
        await using EventSession one = await EventSession.StartAsync(sample.Pid, [Shop(s_second)], stop: Stop);
        await using EventSession two = await EventSession.StartAsync(sample.Pid, [Shop(TimeSpan.FromSeconds(7))], stop: Stop);
        await Until(() => !_problems.IsEmpty);
        Assert.Contains("another tool at another interval", _problems.First(), StringComparison.Ordinal);

        sample.Ask("callback");
        await Until(() => _problems.Any(p => p.StartsWith("An instrument", StringComparison.Ordinal)));
        Assert.All(
            _problems.Where(p => p.StartsWith("An instrument", StringComparison.Ordinal)),
            p => Assert.Equal("An instrument of the program failed when it was read: Events.OrderException: no answer", p));
    }

    [Theory]
    [InlineData("")]
    [InlineData("A,B")]
    [InlineData("*")]
    public void A_name_that_is_none_is_refused(string name) =>
        Assert.Throws<ArgumentException>(() => new MeterConsumer(s_second, (in EventOrigin at, in MeterValue e) => { }, name));

    private MeterConsumer Shop(TimeSpan interval) => new(
        interval,
        (in EventOrigin at, in MeterValue e) => _seen.Enqueue(
            new Seen(e.Instrument.ToString(), e.Unit.ToString(), e.Tags.ToString(), e.Kind, e.Value, double.IsNaN(e.Increment) ? 0 : e.Increment, e.Count, e.Quantiles.ToString())),
        "Shop")
    {
        OnProblem = _problems.Enqueue,
    };

    private double Sum(string instrument, Func<Seen, double> part) => _seen.Where(s => s.Instrument == instrument).Sum(part);

    private long Sum(string instrument, Func<Seen, long> part) => _seen.Where(s => s.Instrument == instrument).Sum(part);

    private Seen? Last(string instrument) => _seen.LastOrDefault(s => s.Instrument == instrument);

    // Values come each second: the condition, not the time, ends the wait.
    private async Task Until(Func<bool> condition)
    {
        using CancellationTokenSource patience = CancellationTokenSource.CreateLinkedTokenSource(Stop);
        patience.CancelAfter(TimeSpan.FromMinutes(1));
        while (!condition())
        {
            Assert.False(patience.IsCancellationRequested, string.Create(CultureInfo.InvariantCulture, $"{_seen.Count} values: {string.Join('\n', _seen.Concat<object>(_problems))}"));
            await Task.Delay(20, CancellationToken.None);
        }
    }

    private sealed record Seen(string Instrument, string Unit, string Tags, MeterInstrumentKind Kind, double Value, double Increment, long Count, string Quantiles);
}
