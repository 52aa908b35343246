using System.Text.RegularExpressions;
using Fathom.Formats.PerfData;
using Fathom.Model;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;
using Fathom.Recorder.Kernel.Rings;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

/// <summary>The recorder on this machine: what it keeps is what the kernel counts, and perf reads the same.</summary>
[Trait(Needs.Trait, Needs.PerfReason)]
[Collection(nameof(KernelRecorders))]
public sealed partial class KernelRecorderTests
{
    private const int SmallestRing = 1 << 14;

    private const double Difference = 0.01;

    // The recorder waits until all that was counted has come; what has not is told. The kernel of some virtual machines counts wakings by a timer that ended the idling of a processor, and
    // hands no record of them to any ring: tracefs shows the same ones at the same time.
    private const int Few = 50;
    private const string NotHandedOver = "sched:sched_waking";

    [Fact]
    [Trait("Category", "Slow")]
    public void Perf_shows_the_records_that_our_reader_has()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("perf.data");

        KernelRecorderResult result = Record(new KernelRecorderOptions(file), () => Switches(perf, 2000));

        // perf puts the address of an event without a call chain behind its fields.
        List<string> expected =
            [.. PerfText.Lines(PerfRecorder.Run(perf, "script", "--dump-raw-trace", "--fields", "event,trace", "--input", file)).Select(static line => Address().Replace(line, ""))];
        (List<string> lines, PerfDataReader reader) = RecordLines.Read(File.ReadAllBytes(file));
        Assert.Equal(expected.Count, lines.Count);
        Assert.Equal(expected, lines);
        Assert.Equal((PerfDataEnd.Complete, 0L, 0L, 0L, 0L), (reader.Totals.End, reader.Totals.UnknownSamples, reader.Totals.DamagedRecords, reader.Totals.UnknownRecords, reader.Totals.UnreadBytes));
        Assert.Equal(result.Samples, reader.Totals.Samples);
        Assert.True(reader.Scope.IsWholeMachine);
        Assert.InRange(lines.Count(static line => line.Contains("sched:sched_switch", StringComparison.Ordinal)), 2000, int.MaxValue);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, OperatingSystem.IsWindows() ? default : File.GetUnixFileMode(file));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void What_a_small_ring_keeps_and_what_it_lost_are_what_the_kernel_counted()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("perf.data");

        KernelRecorderResult result = Record(new KernelRecorderOptions(file) { RingBytes = SmallestRing }, () => Switches(perf, 60_000));

        EventCount switches = result.Counts.Single(static count => count.Event == "sched:sched_switch");
        Assert.InRange(switches.Counted!.Value, 60_000, long.MaxValue);
        Assert.InRange(switches.Lost, 1, switches.Counted.Value);
        Assert.InRange(switches.Kept + switches.Lost, switches.Counted.Value * (1 - Difference), switches.Counted.Value * (1 + Difference));
        Assert.Equal(result.Counts.Sum(static count => count.Lost), result.Lost.Sum(static lost => lost.Count));
        Assert.All(result.Lost, lost => Assert.True(lost.FromNs >= result.StartNs && lost.FromNs < lost.ToNs && lost.ToNs <= result.StopNs, lost.ToString()));

        // The file alone tells it too.
        (_, PerfDataReader reader) = RecordLines.Read(File.ReadAllBytes(file));
        Assert.Equal((ulong)result.Lost.Sum(static lost => lost.Count), reader.Totals.LostSamples);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Nothing_is_lost_with_rings_of_the_usual_size_and_what_is_kept_is_what_was_counted()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();

        KernelRecorderResult result = Record(new KernelRecorderOptions(folder.File("perf.data")), () => Switches(perf, 3000));

        Assert.Empty(result.Lost);
        Assert.Empty(result.Silent);
        Assert.Null(result.Failure);
        Assert.Equal(0, result.BrokenBytes);
        Assert.All(result.Counts, static count => Assert.True(count.Damaged == 0 && (count.Missing <= Few || count.Event == NotHandedOver), count.ToString()));
        EventCount wakings = result.Counts.Single(static count => count.Event == NotHandedOver);
        Assert.InRange(wakings.Kept, wakings.Counted!.Value / 2, wakings.Counted.Value);
        Assert.All(result.Counts.Where(static count => count is { Counted: not null, IsOnlyCounted: false }), static count => Assert.Equal(count.Counted, count.Kept + count.Own + count.Missing));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Who_gives_up_a_processor_has_no_call_chain_and_who_waits_has_one()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("perf.data");

        KernelRecorderResult result = Record(new KernelRecorderOptions(file), () => Switches(perf, 2000));

        string[] told = PerfRecorder.Run(perf, "script", "--fields", "event,trace", "--input", file).Split('\n');
        string[] yields = [.. told.Where(static line => line.Contains("(yields):", StringComparison.Ordinal))];
        string[] waits = [.. told.Where(static line => line.Contains("sched:sched_switch:", StringComparison.Ordinal))];
        Assert.NotEmpty(yields);
        Assert.InRange(waits.Length, 2000, int.MaxValue);
        Assert.All(yields, static line => Assert.Contains("prev_state=R ", line, StringComparison.Ordinal));
        Assert.All(waits, static line => Assert.DoesNotContain("prev_state=R ", line, StringComparison.Ordinal));
        Assert.Equal((yields.Length, waits.Length), (KeptOf(result, "sched:sched_switch (yields)"), KeptOf(result, "sched:sched_switch")));
        List<string> records = RecordLines.Read(File.ReadAllBytes(file)).Lines;
        Assert.DoesNotContain(records, static line => line.Contains("| sched:sched_switch (yields):", StringComparison.Ordinal) && line.Contains(" chain ", StringComparison.Ordinal));
        Assert.DoesNotContain(records, static line => line.Contains("| sched:sched_switch:", StringComparison.Ordinal) && !line.Contains(" chain ", StringComparison.Ordinal));
    }

    // Were the kernel asked for build ids, it would mark the records of a perf beside too, which takes numbers of devices for them and crashes.
    [Fact]
    [Trait("Category", "Slow")]
    public void A_perf_that_records_at_the_same_time_is_not_disturbed_and_files_have_their_build_ids_all_the_same()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("own.data"), other = folder.File("perf.data");

        Record(new KernelRecorderOptions(file), () =>
        {
            for (int i = 0; i < 3; i++)
                PerfRecorder.Run(perf, "record", "--quiet", "--buildid-all", "--no-buildid-cache", "-e", "cpu-clock/freq=999/", "-o", other, "--", "sh", "-c", "sleep 0.1; ls /");
        });

        string[] lines = PerfRecorder.Run(perf, "script", "--show-mmap-events", "-i", file).Split('\n');
        Assert.Contains(lines, static line => line.Contains("PERF_RECORD_MMAP2", StringComparison.Ordinal) && line.Contains("libc.so.6", StringComparison.Ordinal) && Id().IsMatch(line));
        string[] others = PerfRecorder.Run(perf, "script", "--show-mmap-events", "-i", other).Split('\n');
        Assert.DoesNotContain(others, static line => line.Contains("PERF_RECORD_MMAP2", StringComparison.Ordinal) && Id().IsMatch(line));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void An_event_that_somebody_switches_off_is_told_with_its_times()
    {
        Needs.Perf();
        using TestFolder folder = new();
        using KernelRecorder recorder = KernelRecorder.Start(new KernelRecorderOptions(folder.File("perf.data")));
        Wait(TimeSpan.FromSeconds(1.5));

        int off = 0;
        foreach (int file in Events())
            off += PerfCalls.Control(file, PerfCalls.Disable, 0) == 0 ? 1 : 0;
        Wait(TimeSpan.FromSeconds(3));
        KernelRecorderResult result = recorder.Stop();

        Assert.InRange(off, 4, int.MaxValue);
        SilentEvent silent = result.Silent.First(static one => one.Event == "sched:sched_switch");
        Assert.InRange(silent.ToNs - silent.FromNs, 1_500_000_000, 5_000_000_000);
        Assert.Equal(result.StopNs, silent.ToNs);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Fifty_recordings_leave_no_descriptor_no_ring_and_no_thread()
    {
        Needs.Perf();
        using TestFolder folder = new();
        Record(new KernelRecorderOptions(folder.File("first")), static () => { });
        (int files, int rings) before = (Open(), Rings());

        for (int i = 0; i < 50; i++)
            Record(new KernelRecorderOptions(folder.File($"{i}.data")) { RingBytes = SmallestRing }, static () => { });

        Assert.Empty(Events());
        Assert.Equal(before.rings, Rings());
        // One that is left each time would be fifty; other tests open files meanwhile.
        Assert.InRange(Open(), 0, before.files + 40);
        Assert.DoesNotContain("fathom rings", ThreadNames.Of(Environment.ProcessId));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(KernelRecorderOptions.StackBytesStep)]
    [InlineData(KernelRecorderOptions.UsualStackBytes)]
    [InlineData(KernelRecorderOptions.MostStackBytes)]
    public void As_many_bytes_of_the_stack_as_the_option_takes_are_copied_and_each_sample_is_kept(int bytes)
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();

        KernelRecorderResult result = RecordCalls(perf, folder, bytes);

        CopiedStacks copied = result.Stacks.Single(static stacks => stacks.Event == "cpu-clock");
        EventCount samples = result.Counts.Single(static count => count.Event == "cpu-clock");
        Assert.Equal(bytes, copied.Bytes);
        Assert.InRange(samples.Kept, 10, long.MaxValue);
        Assert.Equal((samples.Kept, 0L, 0L), (copied.Whole + copied.Cut + copied.Lost + copied.NotFollowed, samples.Damaged, samples.Lost));
        Assert.InRange(copied.Joined, 0, copied.Whole);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Without_a_copy_samples_have_the_call_chain_of_the_kernel()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();

        KernelRecorderResult result = RecordCalls(perf, folder, bytes: 0);

        Assert.DoesNotContain(result.Stacks, static stacks => stacks.Event == "cpu-clock");
        Assert.InRange(KeptOf(result, "cpu-clock"), 10, int.MaxValue);
    }

    [Fact]
    public void The_kernel_takes_no_larger_copy_and_none_between_the_steps()
    {
        Needs.Perf();
        EventScope scope = new(IsMachine: true, WithKernel: true, AtExec: false, TellsLost: false, WakeupBytes: 1024);

        Assert.Equal(0, Try(KernelRecorderOptions.MostStackBytes));
        Assert.NotEqual(0, Try(KernelRecorderOptions.MostStackBytes + KernelRecorderOptions.StackBytesStep));
        Assert.NotEqual(0, Try(KernelRecorderOptions.UsualStackBytes + 1));

        int Try(int bytes) => OpenEvents.Try(EventSet.Clock(scope, KernelRecorderOptions.UsualFrequency, bytes).Attributes, tid: -1, cpu: 0);
    }

    [Fact]
    public void A_tracepoint_that_does_not_exist_is_refused_with_one_that_does()
    {
        Needs.Perf();
        using TestFolder folder = new();

        FathomException refused = Assert.Throws<FathomException>(() => KernelRecorder.Start(new KernelRecorderOptions(folder.File("perf.data")) { Tracepoints = ["sched:sched_swich"] }));

        Assert.Equal(("The kernel has no tracepoint 'sched:sched_swich'.", "did you mean 'sched:sched_switch'?", ExitCode.Usage), (refused.Message, refused.NextStep, refused.ExitCode));
        Assert.False(File.Exists(folder.File("perf.data")));
    }

    [Fact]
    public void A_chosen_tracepoint_is_recorded_with_call_chains_and_without_the_recorder()
    {
        string perf = Needs.Perf();
        using TestFolder folder = new();
        string file = folder.File("perf.data");

        KernelRecorderOptions options = new(file) { Tracepoints = ["syscalls:sys_enter_getppid"] };
        KernelRecorderResult result = Record(options, () => PerfRecorder.Run(perf, "bench", "syscall", "basic", "--loop", "1000"));

        Assert.InRange(result.Counts.Single(static count => count.Event == "syscalls:sys_enter_getppid").Kept, 1000, long.MaxValue);
        (List<string> lines, _) = RecordLines.Read(File.ReadAllBytes(file));
        Assert.InRange(lines.Count(static line => line.Contains("sys_enter_getppid", StringComparison.Ordinal) && line.Contains(" chain ", StringComparison.Ordinal)), 1000, int.MaxValue);
    }

    [GeneratedRegex("<[0-9a-f]{16,40}>")]
    private static partial Regex Id();

    [GeneratedRegex(@" [0-9a-f]{16} \S+$")]
    private static partial Regex Address();

    private static KernelRecorderResult Record(KernelRecorderOptions options, Action work)
    {
        using KernelRecorder recorder = KernelRecorder.Start(options);
        work();
        return recorder.Stop();
    }

    private static KernelRecorderResult RecordCalls(string perf, TestFolder folder, int bytes)
    {
        KernelRecorderOptions options = new(folder.File("perf.data")) { SampleStackBytes = bytes };
        return Record(options, () => PerfRecorder.Run(perf, "bench", "syscall", "basic", "--loop", "1000000"));
    }

    private static int KeptOf(KernelRecorderResult result, string name) => (int)result.Counts.Single(count => count.Event == name).Kept;

    private static void Switches(string perf, int count) => PerfRecorder.Run(perf, "bench", "sched", "pipe", "--loop", $"{count}");

    private static void Wait(TimeSpan time) => TestContext.Current.CancellationToken.WaitHandle.WaitOne(time);

    private static int[] Events() =>
        [.. Directory.EnumerateFiles("/proc/self/fd").Where(static path => new FileInfo(path).LinkTarget == "anon_inode:[perf_event]").Select(static path => int.Parse(Path.GetFileName(path)))];

    private static int Open() => Directory.EnumerateFiles("/proc/self/fd").Count();

    private static int Rings() => File.ReadLines("/proc/self/maps").Count(static line => line.Contains("[perf_event]", StringComparison.Ordinal));
}
