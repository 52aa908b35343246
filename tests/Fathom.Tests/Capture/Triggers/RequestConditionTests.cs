using System.Diagnostics;
using System.Globalization;
using Fathom.Capture.Triggers;
using Fathom.Model;
using Fathom.Model.Conditions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Triggers;

/// <summary>Requests to a web program that answers as late as it is asked to, beside the times that it and its client measure.</summary>
public sealed class RequestConditionTests
{
    private const string Ended = "request.duration_ns=300ms..1h,url=/delay/400";
    private const string Running = "request.duration_ns=1s..,route=/delay/*";

    private static readonly TimeSpan s_again = TimeSpan.FromMilliseconds(300);

    [Theory]
    [InlineData("request.duration_ns=2s..", "/a", "/a", true)]
    [InlineData("request.duration_ns=2s..,route=/orders/*", "/orders/{…}", "/orders/7", true)]
    [InlineData("request.duration_ns=2s..,route=!/hub*", "/hub/{…}", "/hub/7", false)]
    [InlineData("request.duration_ns=2s..,url=/orders/7", "/orders/{…}", "/orders/7", true)]
    [InlineData("request.duration_ns=2s..,url=/orders/7", "/orders/{…}", "/orders/8", false)]
    public void Route_and_url_are_patterns(string text, string route, string url, bool isOf) =>
        Assert.Equal(isOf, Read(text)!.IsOf(route, url));

    [Theory]
    [InlineData("request.duration_ns=2s..", 2_000_000_000L, 1_999_999_999, 2_000_000_000)]
    [InlineData("request.duration_ns=1s..2s", null, 2_000_000_001, 1_500_000_000)]
    [InlineData("request.duration_ns=..1ms", null, 1_000_001, 1)]
    public void Only_without_an_upper_bound_one_that_goes_on_is_known(string text, long? runningNs, long not, long holds)
    {
        RequestCondition condition = Read(text)!;
        Assert.Equal((runningNs, false, true), (condition.RunningNs, condition.Holds(not), condition.Holds(holds)));
    }

    [Theory]
    [InlineData("request.duration_ns=long")]
    [InlineData("request.count=2..")]
    [InlineData("route=/orders/*")]
    [InlineData("request.duration_ns=2s..,threads=3..")]
    [InlineData("request.duration_ns=2s..,request.duration_ns=..5s")]
    [InlineData("request.duration_ns=9223372036854775807..")]
    [InlineData("request.duration_ns=3000000h..")]
    public void What_is_no_such_condition_is_refused_with_the_next_step(string text)
    {
        FathomException refused = Assert.Throws<FathomException>(() => Read(text));
        Assert.Equal(ExitCode.Usage, refused.ExitCode);
        Assert.NotNull(refused.NextStep);
    }

    [Fact]
    public void A_condition_about_something_else_is_none() => Assert.Null(Read("threads=3.."));

    [Fact]
    public void A_program_that_answers_none_is_told()
    {
        using RequestMet none = new([Read(Running)!]);

        Assert.Equal(
            $"'{Running}' was not met: the program began to answer no request while it waited, by the events of ASP.NET Core (Kestrel).",
            Assert.Single(none.Unmet));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task One_that_ends_late_is_seen_at_its_end_and_one_that_goes_on_while_it_runs()
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        using SampleProcess web = SampleProcess.Start("Web", "--clients", "0");
        Uri address = new(web.Facts.GetProperty("address").GetString()!);
        using HttpClient client = new() { BaseAddress = address, Timeout = TimeSpan.FromMinutes(10) };
        using ProcessTrigger first = ProcessTrigger.Begin(web.Pid, new AwaitedConditions { Requests = [Read(Ended)!] }, stop);
        Task<TriggerCause?> ended = Begin(first, stop);

        // Others.
        await client.GetStringAsync("/delay/1", stop);
        await client.GetStringAsync("/delay/399", stop);
        // What ends before the wait has begun does not count.
        long toldNs = long.MaxValue;
        do
            toldNs = Math.Min(toldNs, long.Parse(await client.GetStringAsync("/delay/400", stop), CultureInfo.InvariantCulture));
        while (await Task.WhenAny(ended, Task.Delay(s_again, stop)) != ended);

        Assert.True(Figure($"{Ended} (GET /delay/400 took ", (await ended)!.Text, " ms)") * 1e6 >= toldNs - 1000, (await ended)!.Text);
        using ProcessTrigger second = ProcessTrigger.Begin(web.Pid, new AwaitedConditions { Requests = [Read(Running)!] }, stop);
        Task<TriggerCause?> running = Begin(second, stop);
        long before = Stopwatch.GetTimestamp();
        Task<string> never = client.GetStringAsync("/delay/600000", stop);
        string text = (await running)!.Text;
        double ran = Figure($"{Running} (GET /delay/600000 has run for ", text, " ms and had not ended)");
        Assert.InRange(ran, 1000, Stopwatch.GetElapsedTime(before).TotalMilliseconds);
        Assert.False(never.IsCompleted);
        Assert.Empty(first.Unmet);
        Assert.Empty(second.Unmet);
    }

    private static Task<TriggerCause?> Begin(ProcessTrigger trigger, CancellationToken stop) =>
        Task.Factory.StartNew(() => trigger.Wait(stop), stop, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static double Figure(string before, string text, string after)
    {
        Assert.StartsWith(before, text, StringComparison.Ordinal);
        Assert.EndsWith(after, text, StringComparison.Ordinal);
        return double.Parse(text[before.Length..^after.Length], CultureInfo.InvariantCulture);
    }

    private static RequestCondition? Read(string text) => RequestCondition.Parse(Condition.Parse("--when", text));
}
