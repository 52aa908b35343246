using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Findings;
using Fathom.Model.Heap;
using Fathom.Model.Runtime;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Looks;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Threads.Stops;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Reading;

/// <summary>Targets that cannot be read when it is tried: in the middle of a collection, or gone.</summary>
public sealed class UnreadableMomentTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(30);

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_target_that_stays_in_a_garbage_collection_is_tried_again_and_then_said_to_be_collecting()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "240000", "--collecting");
        using TargetSession session = TargetSession.Open(sample.Pid);
        await StopInCollection(sample, session);

        CollectingSink sink = new();
        FathomException error = Assert.Throws<FathomException>(() => Extract(sample.Pid, sink, new HeapExtractorOptions()));

        Assert.Equal(ExitCode.Target, error.ExitCode);
        Snapshot.Match($"{error.Message}\n{error.NextStep}\n".Replace(sample.Pid.ToString(), "PID", StringComparison.Ordinal), "collecting.txt");
        Assert.Empty(sink.Rows<HeapSnapshotRow>());

        // It was stopped when we came, so it is left stopped.
        Assert.Contains("T (stopped)", File.ReadAllText($"/proc/{sample.Pid}/status"), StringComparison.Ordinal);
        Signal("CONT", sample.Pid);
        Assert.True(long.Parse(sample.Ask("beat")) >= 0);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_core_that_was_written_in_a_garbage_collection_has_its_threads_and_says_that_its_objects_are_missing()
    {
        using TestFolder folder = new();
        string core = folder.File("core");
        using (SampleProcess sample = SampleProcess.Start("HeapMix", "240000", "--collecting"))
        {
            using (TargetSession session = TargetSession.Open(sample.Pid))
                await StopInCollection(sample, session);
            WriteCore(sample.Pid, core);
            Signal("CONT", sample.Pid);
        }

        CollectingSink threads = new(), inspected = new();
        new CoreStackExtractor(core, new StackExtractorOptions()).Run(threads, new SilentProgress(), TestContext.Current.CancellationToken);
        new CoreStackExtractor(core, new StackExtractorOptions { InspectsHeap = true }).Run(inspected, new SilentProgress(), TestContext.Current.CancellationToken);
        FathomException heap = Assert.Throws<FathomException>(
            () => new CoreHeapExtractor(core, new HeapExtractorOptions()).Run(new CollectingSink(), new SilentProgress(), TestContext.Current.CancellationToken));

        Assert.Contains(threads.Rows<MethodRow>(), row => threads.Text(row.Name)!.StartsWith("HeapMix.Collecting.", StringComparison.Ordinal));
        Assert.Contains(threads.Rows<MethodRow>(), row => threads.Text(row.Name)!.Contains("System.GC.", StringComparison.Ordinal));
        Assert.True(threads.Rows<ThreadRow>().Count > 4);
        Assert.Equal([(LookParts.Objects, LookParts.Collecting)], threads.Losses.Select(loss => (threads.Text(loss.Scope), threads.Text(loss.Reason))));
        Assert.Equal(
            [(LookParts.Objects, LookParts.Collecting), (LookParts.Tables, LookParts.Collecting)],
            inspected.Losses.Select(loss => (inspected.Text(loss.Scope), inspected.Text(loss.Reason))));
        Assert.NotEmpty(inspected.Rows<ModuleRow>());
        Assert.Equal($"'{core}' was written in the middle of a garbage collection; its heap cannot be walked.", heap.Message);
        Assert.Equal("fathom stacks, findings and memory answer from it; for the objects, write another core of the process", heap.NextStep);
    }

    [Fact]
    public void A_target_that_ends_before_its_heap_is_read_leaves_no_rows()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "1200");
        CollectingSink sink = new();
        HeapExtractorOptions options = new() { PauseExpected = _ => End(sample.Pid) };

        FathomException error = Assert.Throws<FathomException>(() => Extract(sample.Pid, sink, options));

        Assert.Equal(ExitCode.Target, error.ExitCode);
        Assert.Equal($"Process {sample.Pid} ended while it was read.", error.Message);
        Assert.Empty(sink.Rows<HeapUsageRow>());
        Assert.Empty(sink.Rows<HeapSnapshotRow>());
    }

    [Fact]
    public async Task A_target_that_ends_in_the_middle_of_the_walk_is_said_to_have_ended()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");
        using TargetSession session = TargetSession.Open(sample.Pid);

        FathomException error = await Assert.ThrowsAsync<FathomException>(() => session.InvokeStopped(
            target =>
            {
                HeapMap map = HeapMapReader.Read(target.Runtime);
                TypeCatalog catalog = new(target.Memory);
                catalog.Begin(target.Runtime.Heap);
                using HeapWalker walker = new(target.Memory, map, catalog, target.Due);
                walker.Walk(map.Segments[0]);
                End(sample.Pid);
                return map.Segments.Skip(1).Sum(segment => walker.Walk(segment).WalkedBytes);
            },
            s_limit,
            TestContext.Current.CancellationToken));

        Assert.Equal($"Process {sample.Pid} ended while it was read.", error.Message);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_process_that_would_stand_still_longer_than_allowed_is_not_stopped()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "120000");
        CollectingSink sink = new();

        FathomException error = Assert.Throws<FathomException>(
            () => Extract(sample.Pid, sink, new HeapExtractorOptions { MaxPause = TimeSpan.FromTicks(1) }));

        Assert.Contains("of --max-pause; it was not stopped.", error.Message, StringComparison.Ordinal);
        Assert.Empty(sink.Rows<HeapUsageRow>());
        Assert.True(long.Parse(sample.Ask("beat")) >= 0);
    }

    private static void Extract(int processId, CollectingSink sink, HeapExtractorOptions options) =>
        new LiveHeapExtractor(processId, options).Run(sink, new SilentProgress(), TestContext.Current.CancellationToken);

    private static void End(int processId)
    {
        Signal("KILL", processId);

        // Its parent collects it only when no tracer holds it any more.
        Assert.True(SpinWait.SpinUntil(() => ProcessThreads.State(processId, processId) is null or 'Z' or 'X', s_limit), "The sample did not end.");
    }

    // A process that is stopped by a signal in the middle of a collection stays there.
    private static async Task StopInCollection(SampleProcess sample, TargetSession session)
    {
        Stopwatch patience = Stopwatch.StartNew();
        do
        {
            Assert.True(patience.Elapsed < s_limit, "The sample was never met in a collection.");
            Signal("CONT", sample.Pid);
            Signal("STOP", sample.Pid);
        }
        while (await session.InvokeStopped(target => HeapMapReader.Read(target.Runtime).CanWalk, s_limit, TestContext.Current.CancellationToken));
    }

    // The runtime itself cannot write one: it is stopped.
    private static void WriteCore(int processId, string file)
    {
        string writer = Path.Combine(Path.GetDirectoryName(typeof(object).Assembly.Location)!, "createdump");
        using Process process = Process.Start(new ProcessStartInfo(writer, ["--withheap", "--name", file, $"{processId}"]) { RedirectStandardOutput = true })!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0 && File.Exists(file), output);
    }

    private static void Signal(string name, int processId)
    {
        using Process kill = Process.Start("kill", [$"-{name}", processId.ToString()]);
        kill.WaitForExit();
    }
}
