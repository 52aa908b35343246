using Fathom.Recorder.Kernel;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Recorder.Kernel;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>
/// 1,400 waits that end by a timer, in seven calls: all are answered, however idle the machine is. A kernel that hands no tracepoint of an idle processor to a ring loses up to half of them
/// without its own records of switches.
/// </summary>
[Trait(Needs.Trait, Needs.PerfReason)]
[Collection(nameof(KernelRecorders))]
public sealed class KnownCallsTests(ITestOutputHelper output) : IDisposable
{
    private const int Loops = 8;
    private const int Takes = 3;

    private readonly TestFolder _folder = new();

    private string Recording => _folder.File("perf.data");

    public void Dispose() => _folder.Dispose();

    [Fact]
    [Trait("Category", "Slow")]
    public void Of_the_machine_by_our_recorder() => ByOurRecorder(0);

    [Fact]
    [Trait("Category", "Long")]
    public void Of_a_busy_machine_by_our_recorder() => ByOurRecorder(Loops);

    [Theory]
    [InlineData(0)]
    [InlineData(Loops)]
    [Trait("Category", "Long")]
    public async Task Of_the_machine_by_perf(int loops)
    {
        string said;
        await using (await PerfProcess.StartAsync(
            Needs.Perf(), Recording, TestContext.Current.CancellationToken, "-a", "-m", "8M", "--switch-events", "-e", "sched:sched_switch", "-e", "sched:sched_waking"))
            said = Run(loops);

        Assert.Empty(KnownCalls.Differences(Recording, said, output, out _));
    }

    // No tracepoint, and so no right for it: as a user records an own program.
    [Theory]
    [InlineData(0)]
    [InlineData(Loops)]
    [Trait("Category", "Long")]
    public void Of_one_program_by_perf(int loops)
    {
        string perf = Needs.Perf();
        using Busy busy = new(loops);
        string said = PerfRecorder.Run(
            perf, ["record", "--quiet", "--no-buildid-cache", "-k", "CLOCK_MONOTONIC", "-o", Recording, "--switch-events", "-e", "cpu-clock:u", "--", .. KnownCalls.Command(_folder)]);

        Assert.Empty(KnownCalls.Differences(Recording, said, output, out _));
    }

    // Pools of other programs may spin too much for such records; then the recording says what it lacks, which is the difference.
    // A host that takes a processor inside of a switch changes the time of some call in one take; a defect changes the same call in each.
    private void ByOurRecorder(int loops)
    {
        Needs.Perf();
        List<string> wrong = [.. KnownCalls.Names];
        for (int take = 0; take < Takes; take++)
        {
            string file = _folder.File($"{take}.data"), said;
            using (KernelRecorder recorder = KernelRecorder.Start(new KernelRecorderOptions(file)))
            {
                said = Run(loops);
                output.WriteLine(string.Join('\n', recorder.Stop().Counts));
            }

            IReadOnlyList<KnownCalls.Difference> differences = KnownCalls.Differences(file, said, output, out bool isLossTold);
            wrong.RemoveAll(call => isLossTold || !differences.Any(difference => difference.Call == call));
            if (differences.Count == 0)
                return;
            Assert.True(isLossTold || differences.All(static difference => difference.IsOfTime), string.Join("; ", differences));
        }

        Assert.Empty(wrong);
    }

    private string Run(int loops)
    {
        using Busy busy = new(loops);
        string[] command = KnownCalls.Command(_folder);
        return PerfRecorder.Run(command[0], command[1..]);
    }
}
