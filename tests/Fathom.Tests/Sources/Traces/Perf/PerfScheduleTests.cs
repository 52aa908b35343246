using System.Globalization;
using Fathom.Formats.PerfData;
using Fathom.Model.Scheduling;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Model.Scheduling;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>States of threads from recordings of perf.</summary>
public sealed class PerfScheduleTests
{
    // Sleeps and works in turn. A sleep before each look makes the kernel's figures those of that moment, and a look that was
    // interrupted is none.
    private const string Program = """
        import os, time
        def look():
            while True:
                time.sleep(0.002)
                start = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
                run, ready, _ = map(int, open('/proc/thread-self/schedstat').read().split())
                end = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
                if end - start < 300_000:
                    return end, run, ready
        before = look()
        for i in range(40):
            time.sleep(0.01)
            end = time.clock_gettime_ns(time.CLOCK_MONOTONIC) + 8_000_000
            while time.clock_gettime_ns(time.CLOCK_MONOTONIC) < end:
                pass
        after = look()
        time.sleep(0.01)
        print(os.getpid(), *before, *after)
        """;

    [Fact]
    public void A_recording_of_one_program_has_its_waits_and_its_states_add_up()
    {
        (SchedulingLog log, PerfSchedule schedule, PerfDataReader reader) = Read(PerfFiles.Read("switches"));

        Assert.False(reader.Scope.IsWholeMachine);
        Assert.Equal(0, schedule.DamagedEvents);
        Assert.NotEmpty(log.Threads);
        Assert.All(log.Threads, thread => Assert.Equal(thread.LifeNs, thread.RunningNs + thread.ReadyNs + thread.WaitingNs + thread.UnknownNs));
        Assert.Null(ScheduleEvents.WhyNoWaits(reader.Events));
    }

    [Theory]
    [InlineData("sampled", "'sched:sched_switch' was recorded at a rate of 999 per second and not each time, as 'perf record -F' and '-c' make it for all events, so waits cannot be summed.")]
    [InlineData("killed", "The recording has no 'sched:sched_switch', so waits cannot be determined.")]
    [InlineData("pipe", "The recording has no 'sched:sched_waking', so waiting cannot be distinguished from being ready.")]
    public void Why_waits_cannot_be_summed_is_one_sentence(string name, string expected)
    {
        PerfFiles.NeedsZstd(name);
        Assert.Equal(expected, ScheduleEvents.WhyNoWaits(RecordLines.Read(PerfFiles.Read(name)).Reader.Events));
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.PerfReason)]
    public void Times_of_a_thread_are_those_of_the_kernel()
    {
        string perf = Needs.Perf();
        Needs.Python();
        using TestFolder folder = new();
        string file = folder.File("test.data"), program = folder.File("sleeps.py");
        File.WriteAllText(program, Program);
        string problem = "";
        // A busy machine loses events, and this kernel leaves out a switch now and then without a record of it. What a recording has not cannot be told
        // from it, so one that agrees in all is the proof.
        for (int attempt = 0; attempt < 6; attempt++)
        {
            string output = PerfRecorder.Run(
                perf, "record", "--quiet", "--no-buildid-cache", "-a", "-m", "8M", "-k", "CLOCK_MONOTONIC", "-e", "sched:sched_switch", "-e",
                "sched:sched_waking", "-o", file, "--", "python3", program);
            long[] said = [.. output.Split(' ').Select(word => long.Parse(word, CultureInfo.InvariantCulture))];
            (SchedulingLog log, _, PerfDataReader reader) = Read(File.ReadAllBytes(file));
            Assert.True(reader.Scope.IsWholeMachine);
            problem = Differences(log, said);
            if (problem.Length == 0)
                return;
        }

        Assert.Fail(problem);
    }

    private static string Differences(SchedulingLog log, long[] said)
    {
        int thread = log.Threads.Where(each => each.Tid == said[0]).MaxBy(each => each.RunningNs).Thread;
        (long from, long to) = (said[1], said[4]);
        long running = In(log, thread, ScheduleState.Running, from, to), ready = In(log, thread, ScheduleState.Ready, from, to);
        long waiting = In(log, thread, ScheduleState.Waiting, from, to), unknown = In(log, thread, ScheduleState.Unknown, from, to);
        Assert.Equal(to - from, running + ready + waiting + unknown);
        int waits = log.Waits.Count(wait => wait.Thread == thread);
        (long kernelRunning, long kernelReady) = (said[5] - said[2], said[6] - said[3]);
        return IsNear(kernelRunning, running, unknown, waits) && IsNear(kernelReady, ready, unknown, waits) && waits > 0
            && waiting + unknown > 40 * 9_000_000L && unknown < (to - from) / 5
            ? ""
            : $"running {running}, kernel {kernelRunning}; ready {ready}, kernel {kernelReady}; waiting {waiting}; unknown {unknown}; {waits} waits";
    }

    // Within 1 %, half a millisecond for the moments between clock and kernel, and a moment for each wait: a waking by another processor is told before
    // the kernel counts from it.
    private static bool IsNear(long kernelNs, long ownNs, long unknownNs, int waits) =>
        ownNs <= (kernelNs * 1.01) + 500_000 + (waits * 100_000) && kernelNs <= ((ownNs + unknownNs) * 1.01) + 500_000;

    private static long In(SchedulingLog log, int thread, ScheduleState state, long from, long to) =>
        log.Slices.Where(slice => slice.Thread == thread && slice.State == state).Sum(slice => Math.Max(0, Math.Min(slice.EndNs, to) - Math.Max(slice.StartNs, from)));

    private static (SchedulingLog Log, PerfSchedule Schedule, PerfDataReader Reader) Read(byte[] content)
    {
        PerfDataReader reader = new(new MemoryStream(content), "test.data");
        SchedulingLog log = new();
        PerfSchedule schedule = new(reader, log, new RawStacks());
        reader.Read(schedule, CancellationToken.None);
        schedule.End();
        return (log, schedule, reader);
    }
}
