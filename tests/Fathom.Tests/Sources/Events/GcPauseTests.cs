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

    // The runtime takes its times before it writes the first event of a pause and after it has written the last: 10 to 25 us on a quiet machine.
    private const long AroundNs = 50_000;

    // Threads that may run again wait for a processor among all that the machine does meanwhile.
    private const long WaitNs = 10_000_000;

    [Theory]
    [Trait("Category", "Slow")]
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

        // Other programs may take the processor between what the runtime counts and its event, or before a thread that may run does: in most collections they do not.
        List<long> differencesBeyondNs = [];
        long[] gapsBeyondNs = new long[Runs];
        for (int i = 0; i < Runs; i++)
            gapsBeyondNs[i] = await CompareAsync(sample, kind, differencesBeyondNs);

        Assert.InRange(Median(differencesBeyondNs), long.MinValue, 0);
        // Who has no processor for a while notes a gap that is no pause. A pause that is not told would be in the gap of each run.
        Assert.InRange(gapsBeyondNs.Min(), long.MinValue, WaitNs);
    }

    private static long Median(List<long> values) => values.Order().ElementAt(values.Count / 2);

    // Adds for each collection by how much its pauses differ from the runtime's own count, less 2 % and what the runtime does around its events.
    // Returns how much longer than the longest pause no thread ran.
    private async Task<long> CompareAsync(SampleProcess sample, string kind, List<long> differencesBeyondNs)
    {
        Run run = await RunAsync(sample, kind);
        GcPause[] all = [.. run.Collections.SelectMany(static one => one.Pauses)];
        Assert.All(all, static pause => Assert.InRange(pause.StandstillNs!.Value, 0, pause.DurationNs));
        // No thread runs while all stand still, so a gap is as long as the longest standstill at least, but for the slots at both ends.
        Assert.InRange(run.LongestGapNs, all.Max(static pause => pause.StandstillNs!.Value) - (2 * SlotNs), long.MaxValue);
        foreach (Collection one in run.Collections)
        {
            Assert.NotEmpty(one.Pauses);
            long countedNs = one.CountedNs - BeyondNs(one), differenceNs = Math.Abs(one.Pauses.Sum(static pause => pause.DurationNs) - countedNs);
            differencesBeyondNs.Add(differenceNs - (countedNs / 50) - (AroundNs * one.Pauses.Count));
        }

        return run.LongestGapNs - all.Max(static pause => pause.DurationNs);
    }

    // A runtime takes the end of the second pause of a background collection after it has let the threads go, and may get no processor for some time in between. What it counts too much is
    // what the busy threads deny: they ran within that pause.
    private long BeyondNs(Collection one)
    {
        GcPause[] seconds = [.. one.Pauses.Where(static pause => pause.Reason == GcSuspendReason.GcPreparation)];
        if (seconds.Length != 1 || one.SecondNs == 0)
            return 0;
        long moreNs = one.SecondNs - seconds[0].DurationNs;
        if (moreNs <= SlotNs || one.GapNs >= one.SecondNs - (2 * SlotNs))
            return 0;
        output.WriteLine($"second pause {seconds[0].DurationNs} ns, {one.SecondNs} by the runtime, within which threads ran: longest gap {one.GapNs} ns");
        return moreNs;
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
        Collection[] collections = [.. answer[2..].Select(Read)];
        for (int i = 0; i < collections.Length; i++)
        {
            long toNs = i + 1 < collections.Length ? collections[i + 1].BeginNs : long.MaxValue;
            collections[i].Pauses.AddRange(all.Where(one => one.AtNs >= collections[i].BeginNs && one.AtNs < toNs).OrderBy(static one => one.AtNs).Select(static one => one.Pause));
            output.WriteLine($"{string.Join(" + ", collections[i].Pauses.Select(static pause => pause.DurationNs))} ns, {collections[i].CountedNs} by the runtime, gap {collections[i].GapNs}");
        }

        return new Run(long.Parse(answer[1], CultureInfo.InvariantCulture), collections);
    }

    private static Collection Read(string text)
    {
        long[] numbers = [.. text.Split(':').Select(static word => long.Parse(word, CultureInfo.InvariantCulture))];
        return new Collection(numbers[0], numbers[1], numbers[2], numbers[3], []);
    }

    // One collection: what the runtime and the busy threads say, and the pauses of the events in order.
    private sealed record Collection(long BeginNs, long CountedNs, long SecondNs, long GapNs, List<GcPause> Pauses);

    private sealed record Run(long LongestGapNs, Collection[] Collections);
}
