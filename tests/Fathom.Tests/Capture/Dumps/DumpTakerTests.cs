using Fathom.Capture.Dumps;
using Fathom.Model.Dumps;
using Fathom.Sources.DumpWriting;
using Fathom.Sources.Machine.Processes;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Capture.Dumps;

public sealed class DumpTakerTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation", DumpKind.Heap)]
    [InlineData("server", DumpKind.Full)]
    public void ClrMD_finds_the_objects_and_threads_of_the_process_in_the_dump(string mode, DumpKind kind)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode);

        DumpTaken dump = Take(sample, kind);

        Assert.True(dump.IsVerified);
        using DataTarget target = DataTarget.LoadDump(dump.Path);
        using ClrRuntime runtime = target.ClrVersions[0].CreateRuntime();
        int orders = runtime.Heap.EnumerateObjects().Count(static item => item.Type?.Name == "HeapMix.Cell");
        Assert.Equal(Expected(sample, "HeapMix.Cell"), orders);
        Assert.Contains(runtime.Threads, static thread => thread.IsFinalizer);
        Assert.Equal(dump.SizeBytes, new FileInfo(dump.Path).Length);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(DumpKind.Heap)]
    [InlineData(DumpKind.Full)]
    public void The_estimate_of_the_size_is_near(DumpKind kind)
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation");
        long expected;
        using (DumpRequest request = DumpRequest.Prepare(sample.Pid, kind, _folder.File("it.partial")))
            expected = request.Estimate.SizeBytes;

        long written = Take(sample, kind).SizeBytes;

        // The runtime takes some memory to tell its counters, between the estimate and the dump.
        Assert.InRange(expected, (0.9 * written) - (16 << 20), (1.1 * written) + (16 << 20));
    }

    // Who may write to the folder knows the number of Fathom. The writer has the rights of Fathom, and opens what it is told.
    [Fact]
    [Trait("Category", "Slow")]
    public void A_link_under_the_temporary_name_of_a_dump_does_not_lead_the_writer_elsewhere()
    {
        File.WriteAllText(_folder.File("elsewhere"), "theirs");
        File.CreateSymbolicLink(_folder.File($"it.core.{Environment.ProcessId}.partial"), _folder.File("elsewhere"));
        using SampleProcess sample = HeapMixProcess.Start("workstation");

        DumpTaken dump = Take(sample, DumpKind.Mini);

        Assert.Equal("theirs", File.ReadAllText(_folder.File("elsewhere")));
        Assert.True(DumpVerifier.Verify(dump.Path, DumpKind.Mini, null, TestContext.Current.CancellationToken).IsWhole);
        Assert.Equal(
            ["elsewhere", "it.core", "it.core.fathom"],
            Directory.EnumerateFileSystemEntries(_folder.Path).Select(static path => Path.GetFileName(path)).Order(StringComparer.Ordinal));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_dump_with_a_changed_header_or_a_missing_end_is_not_whole()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation");
        DumpTaken dump = Take(sample, DumpKind.Mini);
        byte[] whole = File.ReadAllBytes(dump.Path);
        foreach (int length in (int[])[0, 3, 20, 63, 64, 4096, whole.Length / 2, whole.Length - 1])
        {
            File.WriteAllBytes(dump.Path, whole[..length]);
            DumpVerdict verdict = DumpVerifier.Verify(dump.Path, DumpKind.Mini, null, TestContext.Current.CancellationToken);
            Assert.False(verdict.IsWhole, $"{length} of {whole.Length} bytes pass for a whole dump");
            Assert.NotNull(verdict.Problem);
        }
    }

    private static int Expected(SampleProcess sample, string type) => sample.Facts.GetProperty("types").EnumerateArray()
        .Single(entry => entry.GetProperty("type").GetString() == type).GetProperty("count").GetInt32();

    private DumpTaken Take(SampleProcess sample, DumpKind kind)
    {
        DumpOptions options = new("fathom dump", kind, DumpNamePattern.Parse(_folder.File("it.core"), "-o", isOne: true)) { Time = TimeProvider.System, Fathom = [] };
        ProcessFacts process = new ProcessScanner().Look(sample.Pid).Facts!;
        return new DumpTaker(options).Take(process, options.Name.PathOf(process, options.Time.GetUtcNow(), 1), null, null, new SilentProgress(), TestContext.Current.CancellationToken);
    }
}
