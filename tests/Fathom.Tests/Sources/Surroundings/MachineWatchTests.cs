using System.Diagnostics;
using System.Globalization;
using Fathom.Model;
using Fathom.Model.Machine;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Sources.Surroundings;
using Fathom.Sources.Traces.MachineLog;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Surroundings;

/// <summary>A watch over a machine, from its log to the rows.</summary>
public sealed class MachineWatchTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(60);

    private readonly TestFolder _folder = new();
    private readonly ServerTree _tree = new();

    private string Log => _folder.File("machine.log");

    public void Dispose()
    {
        _folder.Dispose();
        _tree.Dispose();
    }

    [Fact]
    public void Processes_that_come_and_go_and_facts_that_change_are_told()
    {
        _tree.With("proc/swaps", "Filename Type Size Used Priority").With("sys/block/vda/size", "8").With("sys/block/vda/queue/scheduler", "[none] bfq")
            .With("proc/2/stat", "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0")
            .Process(10, "web", "0::/").With("proc/10/smaps_rollup", "Rss:  800 kB\nPss:  300 kB\nSwapPss: 1 kB\nSwap:  20 kB")
            .Process(11, "gone", "0::/")
            .Process(12, "private", "0::/").Refuses("proc/12/smaps_rollup");
        using MachineWatch watch = Start();
        WaitForRounds(2);

        _tree.Remove("proc/11");
        _tree.Process(13, "late", "0::/", "anon_inode:[perf_event]").With("proc/10/statm", "1000 300 50 1 0 300 0").With("sys/block/vda/queue/scheduler", "none [bfq]");
        WaitForRounds(2);
        MachineWatchResult result = watch.Stop(s_patience, TestContext.Current.CancellationToken);
        (CollectingSink sink, IReadOnlyList<string> notes) = Extract();

        Assert.Null(result.Problem);
        Assert.Equal(["gone", "late", "private", "web"], sink.Rows<ProcessRow>().Select(row => sink.Text(row.Name)!).Order());
        Assert.Equal("/usr/bin/web --run", sink.Text(sink.Rows<ProcessRow>().Single(row => row.Pid == 10).CommandLine)!.TrimEnd());
        long page = Environment.SystemPageSize;
        Assert.Equal([200 * page, 300 * page], Samples(sink, 10, "rss_bytes").Distinct());
        Assert.Equal([300 * 1024L, 300 * 1024L], Samples(sink, 10, "pss_bytes"));
        Assert.Equal([20 * 1024L, 20 * 1024L], Samples(sink, 10, "swap_bytes"));
        Assert.Empty(Samples(sink, 12, "pss_bytes"));
        Assert.Equal([12 * 1024L, 12 * 1024L], Samples(sink, 12, "swap_bytes"));
        Assert.True(Samples(sink, 11, "rss_bytes").Length < Samples(sink, 10, "rss_bytes").Length);
        Assert.Empty(sink.Losses);
        Assert.Equal(2, notes.Count(static note => note.StartsWith("pss_bytes of 1 process is not known: ", StringComparison.Ordinal)));
        string[] changes =
        [
            "the machine changed during the recording: storage scheduler of vda was none and is bfq",
            "the machine changed during the recording: tracing perf_event_descriptors of late is 1 and did not exist before",
        ];
        Assert.Equal(changes, notes.Where(static note => note.StartsWith("the machine changed", StringComparison.Ordinal)));
        Assert.Equal(changes, result.Notes.Where(static note => note.StartsWith("the machine changed", StringComparison.Ordinal)));
        Assert.Equal((4, sink.Rows<MemorySampleRow>().Select(static row => row.TsNs).Distinct().Count()), (result.Processes, (int)result.Rounds));
    }

    [Fact]
    public void A_number_that_came_again_is_another_process()
    {
        _tree.Process(10, "old", "0::/");
        using MachineWatch watch = Start();
        WaitForRounds(1);
        _tree.Remove("proc/10");
        WaitForRounds(2);
        _tree.Process(10, "new", "0::/");
        WaitForRounds(2);
        watch.Stop(s_patience, TestContext.Current.CancellationToken);

        (CollectingSink sink, _) = Extract();

        Assert.Equal(2, Lines("\"process\":").Count(static line => line.Contains("\"pid\":10", StringComparison.Ordinal)));
        Assert.Contains("{\"gone\":1}", Lines("gone"));
        Assert.NotEmpty(sink.Rows<MemorySampleRow>());
    }

    [Fact]
    public void What_changed_and_changed_back_leaves_rows_and_a_sentence()
    {
        _tree.With("sys/block/vda/size", "8").With("sys/block/vda/queue/scheduler", "[none] bfq").Process(10, "web", "0::/");
        using MachineWatch watch = Start();
        WaitForRounds(1);
        _tree.With("sys/block/vda/queue/scheduler", "none [bfq]");
        WaitForLine("\"moment\":\"change\"");
        _tree.With("sys/block/vda/queue/scheduler", "[none] bfq");
        WaitForRounds(1);
        watch.Stop(s_patience, TestContext.Current.CancellationToken);

        (CollectingSink sink, IReadOnlyList<string> notes) = Extract();

        Assert.Equal(["the machine changed during the recording: storage scheduler of vda was none and is bfq; at the end it was as at the beginning"], notes);
        MachineFactRow change = sink.Rows<MachineFactRow>().First(row => sink.Text(row.Moment) == "change");
        Assert.Equal(("scheduler", "vda", "bfq"), (sink.Text(change.Fact), sink.Text(change.Item), sink.Text(change.Value)));
        Assert.True(change.TsNs > 0);
    }

    [Fact]
    public void A_watch_that_was_killed_leaves_what_it_saw_and_the_answer_says_what_is_missing()
    {
        _tree.Process(10, "web", "0::/");
        using MachineWatch watch = Start();
        WaitForRounds(2);
        string half = _folder.File("half.log");
        File.WriteAllBytes(half, [.. File.ReadAllBytes(Log)[..^3]]);
        watch.Stop(s_patience, TestContext.Current.CancellationToken);
        CollectingSink sink = new();
        MachineLogExtractor extractor = new(half);
        extractor.Run(sink, new SilentProgress(), TestContext.Current.CancellationToken);

        Assert.NotEmpty(Samples(sink, 10, "rss_bytes"));
        Assert.Equal(["the state of the machine at the end of the recording is not known: the recorder was ended before it wrote it"], extractor.Notes);
        Assert.Contains(sink.Losses, loss => sink.Text(loss.Scope) == "facts of the machine at the end");
    }

    [Fact]
    public void A_log_is_its_owners_alone_and_never_written_over()
    {
        using (MachineWatch watch = Start())
            watch.Stop(s_patience, TestContext.Current.CancellationToken);

        if (!OperatingSystem.IsWindows())
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Log));
        Assert.StartsWith($"'{Log}' cannot be written: ", Assert.Throws<FathomException>(() => MachineWatch.Start(new MachineWatchOptions { Path = Log })).Message, StringComparison.Ordinal);
        Assert.Throws<FathomException>(() => MachineWatch.Start(new MachineWatchOptions { Path = _folder.File("no/such") }));
    }

    [Fact]
    public void A_last_reading_that_takes_long_is_left_when_the_process_must_end()
    {
        using ManualResetEventSlim never = new();
        EnvironmentReader slow = new(_tree.Root, () => (never.Wait(s_patience) ? [] : [], null), static () => default);
        using MachineWatch watch = MachineWatch.Start(new MachineWatchOptions { Path = Log, Root = _tree.Root, Reader = slow });

        MachineWatchResult result = watch.Stop(s_patience, new CancellationToken(canceled: true));

        never.Set();
        Assert.Equal("the last reading of the machine did not finish: SIGTERM left no time for it", result.Problem);
    }

    [Fact]
    public void This_machine_is_told_as_its_own_files_tell_it()
    {
        // Larger than what a process takes by itself.
        byte[] large = GC.AllocateUninitializedArray<byte>(64 << 20);
        Array.Fill(large, (byte)1);
        using (MachineWatch watch = MachineWatch.Start(new MachineWatchOptions { Path = Log, Interval = TimeSpan.FromMilliseconds(50) }))
        {
            WaitForRounds(3);
            MachineWatchResult result = watch.Stop(s_patience, TestContext.Current.CancellationToken);
            Assert.Null(result.Problem);
            Assert.True(result.CpuNs > 0 && result.EndsCpuNs > 0);
        }

        GC.KeepAlive(large);
        (CollectingSink sink, _) = Extract();
        Assert.All(Samples(sink, Environment.ProcessId, "rss_bytes"), static bytes => Assert.InRange(bytes, 64L << 20, 64L << 30));
        Assert.InRange(Assert.Single(Samples(sink, Environment.ProcessId, "pss_bytes").Distinct().Take(1)), 64L << 20, 64L << 30);
        Assert.Equal(File.ReadAllText("/proc/sys/kernel/osrelease").Trim(), Fact(sink, null, "release"));
        Assert.Equal(Lines(File.ReadLines("/proc/cpuinfo").Where(static line => line.StartsWith("processor", StringComparison.Ordinal))), Fact(sink, null, "processors"));
        Assert.Equal(Lines(File.ReadLines("/proc/swaps").Skip(1)), sink.Text(sink.Rows<MachineFactRow>().First(row => sink.Text(row.Fact) == "devices" && sink.Text(row.Topic) == "swap").Value));
        Assert.Empty(sink.Losses);
    }

    [Fact]
    public void Block_devices_are_those_that_lsblk_lists()
    {
        string? lsblk = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Select(static folder => Path.Combine(folder, "lsblk")).FirstOrDefault(File.Exists);
        if (lsblk is null)
        {
            // Then the kernel's own table of partitions tells them.
            Assert.Contains("major minor", File.ReadAllText("/proc/partitions"), StringComparison.Ordinal);
            return;
        }

        string[] told = Run(lsblk, "-b", "-d", "-n", "-r", "-o", "NAME,ROTA,SIZE");
        Fathom.Sources.Surroundings.Facts.MachineFact[] facts = [.. new EnvironmentReader().Read().Where(static fact => fact.Topic == "storage")];

        string[] known = [.. facts.Where(static fact => fact.Name == "size_bytes").Select(fact =>
            $"{fact.Item} {(facts.First(other => other.Item == fact.Item && other.Name == "rotational").Value == "yes" ? 1 : 0)} {fact.Value}")];
        Assert.Empty(told.Where(static line => !line.EndsWith(" 0", StringComparison.Ordinal)).Except(known));
    }

    [Fact]
    public void A_recorder_that_runs_beside_is_seen_by_its_descriptors()
    {
        string perf = Needs.Perf();
        string[] words = ["record", "-a", "-o", "/dev/null", "-e", "cpu-clock", "sleep", "60"];
        using Process other = Process.Start(new ProcessStartInfo(perf, words) { RedirectStandardError = true, RedirectStandardOutput = true })!;
        try
        {
            bool isSeen = SpinWait.SpinUntil(() => new EnvironmentReader().Read().Any(static fact => fact is { Topic: "tracing", Name: "perf_event_descriptors", Item: "perf" }), s_patience);

            Assert.True(isSeen);
        }
        finally
        {
            other.Kill(entireProcessTree: true);
            other.WaitForExit();
        }
    }

    private static string Lines(IEnumerable<string> lines) => lines.Count().ToString(CultureInfo.InvariantCulture);

    private static string[] Run(string program, params string[] args)
    {
        using Process run = Process.Start(new ProcessStartInfo(program, args) { RedirectStandardOutput = true })!;
        string text = run.StandardOutput.ReadToEnd();
        run.WaitForExit();
        return text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    private MachineWatch Start() => MachineWatch.Start(new MachineWatchOptions
    {
        Path = Log,
        Interval = TimeSpan.FromMilliseconds(5),
        FactInterval = TimeSpan.FromMilliseconds(5),
        Root = _tree.Root,
        Reader = _tree.Reader(),
    });

    // Whole rounds from now on: one may be under way.
    private void WaitForRounds(int count)
    {
        int before = Lines("\"round\":").Length;
        Assert.True(SpinWait.SpinUntil(() => Lines("\"round\":").Length > before + count, s_patience));
    }

    private void WaitForLine(string part) => Assert.True(SpinWait.SpinUntil(() => Lines(part).Length > 0, s_patience));

    private string[] Lines(string part)
    {
        using FileStream file = new(Log, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using StreamReader reader = new(file);
        return [.. reader.ReadToEnd().Split('\n').Where(line => line.Contains(part, StringComparison.Ordinal))];
    }

    private (CollectingSink Sink, IReadOnlyList<string> Notes) Extract()
    {
        CollectingSink sink = new();
        MachineLogExtractor extractor = new(Log);
        extractor.Run(sink, new SilentProgress(), TestContext.Current.CancellationToken);
        return (sink, extractor.Notes);
    }

    private static string? Fact(CollectingSink sink, string? item, string name) =>
        sink.Text(sink.Rows<MachineFactRow>().First(row => sink.Text(row.Fact) == name && sink.Text(row.Item) == item && sink.Text(row.Moment) == "stop").Value);

    private static long[] Samples(CollectingSink sink, int pid, string metric)
    {
        uint id = sink.Rows<ProcessRow>().Single(row => row.Pid == pid).ProcessId;
        return [.. sink.Rows<MemorySampleRow>().Where(row => row.ProcessId == id && sink.Text(row.Metric) == metric).OrderBy(static row => row.TsNs).Select(static row => (long)row.Value)];
    }
}
