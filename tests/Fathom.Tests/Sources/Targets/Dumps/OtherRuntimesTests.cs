using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Model;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap.Roots;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dumps;

/// <summary>Programs with a runtime of their own: .NET 8, 9 and 10, as a folder and as a single file; live, and cores of the kernel and of createdump.</summary>
[Trait("Category", "Long")]
public sealed class OtherRuntimesTests
{
    private static string CreateDump => Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "createdump");

    [Theory]
    [InlineData(8, false)]
    [InlineData(9, false)]
    [InlineData(10, false)]
    [InlineData(8, true)]
    [InlineData(9, true)]
    [InlineData(10, true)]
    public async Task Live_and_in_each_kind_of_core_the_same_objects_are_counted(int major, bool isSingleFile)
    {
        using PublishedSample published = new(major, isSingleFile);
        OrderCount live;
        (long, long, long) byClrMd;
        string dump = published.Program + ".dump";
        using (SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program, ["100", "5000"])))
        {
            Assert.Equal(major, Version.Parse(sample.Facts.GetProperty("version").GetString()!).Major);
            using TargetSession session = TargetSession.Open(sample.Pid);
            live = await session.InvokeStopped(OrderCount.Of, TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
            byClrMd = await session.InvokeStopped(target => OrderCount.ByClrMd(target.Runtime.Heap), TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);
            Assert.Null(session.Note);

            // Without its runtime's library in a file of its own, createdump does not know what belongs to the heap.
            Run(CreateDump, isSingleFile ? "--full" : "--withheap", "-f", dump, sample.Pid.ToString());
        }

        Assert.Equal((5000, 5000 * 24, 0), (live.Orders, live.OrderBytes, live.LostBytes));
        Assert.Equal(byClrMd, (live.Orders, live.OrderBytes, live.Bytes));
        using (CoreTarget core = CoreTarget.Open(dump))
        {
            Assert.Equal(live, OrderCount.Of(core));
            Assert.Empty(core.Notes);
        }

        using KernelCore kernel = KernelCore.Of(published.Program, "100", "5000");
        using CoreTarget ofKernel = CoreTarget.Open(kernel.File);
        OrderCount count = OrderCount.Of(ofKernel);
        Assert.Equal((5000, 5000 * 24, 0), (count.Orders, count.OrderBytes, count.LostBytes));
        Assert.Equal((count.Orders, count.OrderBytes, count.Bytes), OrderCount.ByClrMd(ofKernel.Runtime.Heap));
        Assert.NotEmpty(ofKernel.Runtime.Threads.SelectMany(thread => thread.EnumerateStackTrace()));
    }

    [Theory]
    [InlineData(8, false)]
    [InlineData(9, false)]
    [InlineData(10, false)]
    [InlineData(9, true)]
    [InlineData(10, true)]
    public async Task What_thread_statics_hold_is_alive_and_nothing_is_lost_in_silence(int major, bool isSingleFile)
    {
        using PublishedSample published = new(major, isSingleFile, "ThreadStatics");
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program));

        Assert.Equal(major, Version.Parse(sample.Facts.GetProperty("version").GetString()!).Major);
        // The linker leaves the runtime's description of itself out of .NET 9's host of single files.
        string? note = (major, isSingleFile) == (9, true)
            ? "exceptions that are being thrown or handled may be missing among the roots: this runtime does not describe where they are"
            : null;
        await ThreadStaticHeap.CheckAsync(sample, note, TestContext.Current.CancellationToken);
    }

    [Fact]
    public void A_heap_core_of_a_single_file_program_lacks_the_runtimes_data_and_is_refused_before_the_DAC_crashes_on_it()
    {
        using PublishedSample published = new(10, isSingleFile: true);
        string dump = published.Program + ".dump";
        using (SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program)))
            Run(CreateDump, "--withheap", "-f", dump, sample.Pid.ToString());

        FathomException refused = Assert.Throws<FathomException>(() => CoreTarget.Open(dump));

        Assert.Contains("lacks memory that the runtime needs", refused.Message, StringComparison.Ordinal);
        Assert.Contains("createdump --full", refused.NextStep, StringComparison.Ordinal);
    }

    [Fact]
    public void ClrMD_alone_finds_no_runtime_in_a_single_file_program()
    {
        using PublishedSample published = new(10, isSingleFile: true);
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program));

        using DataTarget peer = DataTarget.AttachToProcess(sample.Pid, suspend: false);

        // Once this fails, ClrMD has learned it, and the way around is not needed any more.
        Assert.Empty(peer.ClrVersions);
    }

    private static void Run(string program, params string[] arguments)
    {
        using Process process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        string output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, output);
    }
}
