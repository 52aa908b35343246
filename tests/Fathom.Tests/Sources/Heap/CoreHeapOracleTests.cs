using Fathom.Model.Heap;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap;

/// <summary>ClrMD's own walk of the same core file is the judge of ours; the sample's books and the live rows must agree too.</summary>
public sealed class CoreHeapOracleTests
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation")]
    [InlineData("workstation, segments")]
    [InlineData("server")]
    public void Every_type_of_a_core_has_the_count_and_size_that_ClrMD_counts_in_it(string mode)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode, "--collect");
        using CoreFileOf core = new(sample.Pid);

        using CoreTarget target = CoreTarget.Open(core.File);
        HeapReading reading = HeapReading.Read(
            target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, TestContext.Current.CancellationToken, countsSizes: true)!;
        using DataTarget oracle = DataTarget.LoadDump(core.File);
        using ClrRuntime runtime = oracle.ClrVersions[0].CreateRuntime();

        Assert.Equal(ClrMdOracle.Count(runtime.Heap), ClrMdOracle.Count(reading));
        Assert.Equal(ClrMdOracle.CountGenerations(runtime.Heap), ClrMdOracle.CountGenerations(reading));
        Assert.Equal(ClrMdOracle.CountSizes(runtime.Heap), ClrMdOracle.CountSizes(reading));
        Assert.Empty(reading.Losses.All);
    }

    [Fact]
    public void Core_rows_have_exactly_the_counts_and_sizes_that_the_sample_prints_and_no_pause()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation", "--collect");
        using CoreFileOf core = new(sample.Pid);

        HeapTables tables = HeapTables.ReadCore(core.File);

        SortedDictionary<string, TypeTotal> books = SampleBooks.Read(sample.Facts);
        Assert.Equal(books, SampleBooks.Restrict(tables.ByName(), books));
        HeapSnapshotRow snapshot = tables.Snapshot;
        Assert.Equal("core", tables.Text(snapshot.Source));
        Assert.Null(snapshot.PauseNs);
        Assert.Null(snapshot.ExpectedPauseNs);
        Assert.Equal(snapshot.AllocatedBytes, snapshot.WalkedBytes + snapshot.AllocationContextBytes + snapshot.LostBytes);
        Assert.Contains(tables.Types, type => tables.Text(type.LoadContext)?.StartsWith("blue #", StringComparison.Ordinal) == true);
    }
}
