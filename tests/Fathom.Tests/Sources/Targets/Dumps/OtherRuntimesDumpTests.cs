using System.Diagnostics;
using Fathom.Capture.Dumps;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.Sources.Targets.Dumps;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Dumps;

/// <summary><c>fathom dump</c> and <c>fathom memory</c> of programs with a runtime of their own, in files or inside of the program.</summary>
[Trait("Category", "Long")]
public sealed class OtherRuntimesDumpTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData(8, false)]
    [InlineData(9, false)]
    [InlineData(10, false)]
    [InlineData(8, true)]
    [InlineData(9, true)]
    [InlineData(10, true)]
    public void A_dump_is_whole_and_holds_the_objects_and_the_memory_has_the_rows_of_the_runtime(int major, bool isSingleFile)
    {
        using PublishedSample published = new(major, isSingleFile);
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program, ["100", "5000"]));
        MemoryReading live = new MemoryReader(sample.Pid, new MemoryExtractorOptions { Stops = true }).Read(TestContext.Current.CancellationToken);
        List<string> notes = [];
        DumpOptions options = new("fathom dump", DumpKind.Heap, DumpNamePattern.Parse(_folder.File("it.core"), "-o", isOne: true)) { Time = TimeProvider.System, Fathom = [], Noted = notes.Add };
        ProcessFacts process = new ProcessScanner().Look(sample.Pid).Facts!;

        DumpTaken dump = new DumpTaker(options).Take(process, options.Name.PathOf(process, options.Time.GetUtcNow(), 1), null, null, new SilentProgress(), TestContext.Current.CancellationToken);

        Assert.Equal((isSingleFile ? DumpKind.Full : DumpKind.Heap, true), (dump.Kind, dump.IsVerified));
        Assert.Equal(isSingleFile, notes.Any(static note => note.Contains("supports full dumps only", StringComparison.Ordinal)));
        using (CoreTarget core = CoreTarget.Open(dump.Path))
        {
            OrderCount count = OrderCount.Of(core);
            Assert.Equal((5000, 5000 * 24, 0), (count.Orders, count.OrderBytes, count.LostBytes));
            CoreMemoryReading alone = new CoreMemoryReader(core.Core, core.Memory, core.Files)
                .Read(RuntimeClaims.Look(core.Runtime, TestContext.Current.CancellationToken), notes, TestContext.Current.CancellationToken);
            foreach (string category in new[] { MemoryCategories.ManagedHeap, MemoryCategories.RuntimeHeap, MemoryCategories.ThreadStacks, MemoryCategories.Malloc })
                Assert.True(alone.Pieces.Any(piece => piece.Category == category), category);
        }

        Assert.Equal(live.Rollup["Rss"], live.Pieces.Sum(piece => piece.RssBytes));
        foreach (string category in new[] { MemoryCategories.ManagedHeap, MemoryCategories.RuntimeHeap, MemoryCategories.JitCode, MemoryCategories.GcBookkeeping })
            Assert.True(live.Pieces.Where(piece => piece.Category == category).Sum(piece => piece.RssBytes) > 0, category);
        if (isSingleFile)
            Assert.Equal(
                ExitCode.Target,
                Assert.Throws<FathomException>(() => new DumpTaker(options with { Kind = DumpKind.Mini, Force = true })
                    .Take(process, options.Name.PathOf(process, options.Time.GetUtcNow(), 2), null, null, new SilentProgress(), TestContext.Current.CancellationToken)).ExitCode);
    }
}
