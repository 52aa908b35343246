using System.Diagnostics;
using System.Globalization;
using Fathom.Sources.Events;
using Fathom.Sources.Events.Sessions;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Events;

/// <summary>Pauses beside more busy threads than processors, and what the runtime and the threads themselves say of them.</summary>
public sealed class GcPauseTests(ITestOutputHelper output)
{
    private const int Runs = 5;
    private const long SlotNs = 100_000;

    // Threads that may run again wait for a processor among all that the machine does meanwhile.
    private const long WaitNs = 10_000_000;

    [Theory]
    [InlineData("young", "gcServer=0 gcConcurrent=0")]
    [InlineData("full", "gcServer=0")]
    [InlineData("background", "gcServer=0 gcConcurrent=1")]
    [InlineData("full", "gcServer=1 GCDynamicAdaptationMode=0")]
    [InlineData("background", "gcServer=1 GCDynamicAdaptationMode=1")]
    public async Task They_are_those_that_the_runtime_counts_and_that_busy_threads_note(string kind, string settings)
    {
        ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("Events"), "Events"));
        foreach (string setting in settings.Split(' '))
            start.Environment["DOTNET_" + setting.Split('=')[0]] = setting.Split('=')[1];
        using SampleProcess sample = SampleProcess.Start(start);

        // Other programs may take the processor between the moment that the runtime counts and the one in which it writes the event, and before a thread that may run does: in most runs they do not.
        double[] shares = new double[Runs];
        long[] gapsBeyondNs = new long[Runs];
        for (int i = 0; i < Runs; i++)
            (shares[i], gapsBeyondNs[i]) = await CompareAsync(sample, kind);

        Assert.InRange(Median(shares), 0.98, 1.02);
        Assert.InRange(Median(gapsBeyondNs), long.MinValue, WaitNs);
    }

    private static T Median<T>(T[] values) => values.Order().ElementAt(values.Length / 2);

    // The pauses as a share of the runtime's own total, and how much longer than the longest one no thread ran.
    private async Task<(double Share, long GapBeyondNs)> CompareAsync(SampleProcess sample, string kind)
    {
        Run run = await RunAsync(sample, kind);
        Assert.InRange(run.Pauses.Count, 10, int.MaxValue);
        Assert.All(run.Pauses, static pause => Assert.InRange(pause.StandstillNs!.Value, 0, pause.DurationNs));
        // No thread runs while all stand still, so a gap is as long as the longest standstill at least, but for the slots at both ends.
        Assert.InRange(run.LongestGapNs, run.Pauses.Max(static pause => pause.StandstillNs!.Value) - (2 * SlotNs), long.MaxValue);
        return (run.Pauses.Sum(static pause => pause.DurationNs) / (double)(run.TotalNs - BeyondSecondsNs(run)), run.LongestGapNs - run.Pauses.Max(static pause => pause.DurationNs));
    }

    // A runtime takes the end of the second pause of a background collection after it has let the threads go, and may get no processor for some time in between. What it counts too much is
    // what the busy threads deny: they ran within that pause.
    private long BeyondSecondsNs(Run run)
    {
        GcPause[] seconds = [.. run.Pauses.Where(static pause => pause.Reason == GcSuspendReason.GcPreparation)];
        if (seconds.Length != run.Seconds.Length)
            return 0;
        long beyondNs = 0;
        foreach ((GcPause pause, (long countedNs, long gapNs)) in seconds.Zip(run.Seconds))
        {
            long moreNs = countedNs - pause.DurationNs;
            if (moreNs > SlotNs && gapNs < countedNs - (2 * SlotNs))
            {
                output.WriteLine($"second pause {pause.DurationNs} ns, {countedNs} by the runtime, within which threads ran: longest gap {gapNs} ns");
                beyondNs += moreNs;
            }
        }

        return beyondNs;
    }

    private async Task<Run> RunAsync(SampleProcess sample, string kind)
    {
        List<(long AtNs, GcPause Pause)> all = [];
        GcConsumer consumer = new()
        {
            OnPause = (in EventOrigin at, in GcPause pause) =>
            {
                if (pause.Reason is GcSuspendReason.Gc or GcSuspendReason.GcPreparation)
                    all.Add((at.MonotonicNs, pause));
            },
        };
        await using EventSession session = await EventSession.StartAsync(sample.Pid, [consumer], stop: TestContext.Current.CancellationToken);
        string[] answer = sample.Ask($"pauses {2 * Environment.ProcessorCount} {kind}").Split(' ');
        Assert.True((await session.StopAsync()).IsWhole);
        long[] said = [.. answer[1..4].Select(static word => long.Parse(word, CultureInfo.InvariantCulture))];
        (long, long)[] seconds = [.. answer[4].Split(',', StringSplitOptions.RemoveEmptyEntries).Select(Second)];
        List<GcPause> pauses = [.. all.Where(one => one.AtNs >= said[2]).OrderBy(static one => one.AtNs).Select(static one => one.Pause)];
        output.WriteLine($"{pauses.Count} pauses: {pauses.Sum(static pause => pause.DurationNs)} ns, {pauses.Sum(static pause => pause.SuspendNs)} of it to stop; total {said[0]} ns; "
            + $"longest {pauses.Max(static pause => pause.DurationNs)}, standstill {pauses.Max(static pause => pause.StandstillNs)}, gap {said[1]} ns");
        return new Run(said[0], said[1], pauses, seconds);
    }

    private static (long CountedNs, long GapNs) Second(string text)
    {
        string[] words = text.Split(':');
        return (long.Parse(words[0], CultureInfo.InvariantCulture), long.Parse(words[1], CultureInfo.InvariantCulture));
    }

    // What the program says, and the pauses in order.
    private sealed record Run(long TotalNs, long LongestGapNs, List<GcPause> Pauses, (long CountedNs, long GapNs)[] Seconds);
}
