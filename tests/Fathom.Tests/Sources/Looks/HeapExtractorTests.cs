using System.Text.Json;
using Fathom.Model.Heap;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Looks;

/// <summary>The tables of a live process and of its core file, against the sample's own books and against the runtime's totals.</summary>
public sealed class HeapExtractorTests
{
    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation")]
    [InlineData("server")]
    public void Live_rows_have_exactly_the_counts_and_sizes_that_the_sample_prints(string mode)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode, "--collect");

        HeapTables tables = HeapTables.ReadLive(sample.Pid);

        SortedDictionary<string, TypeTotal> books = SampleBooks.Read(sample.Facts);
        Assert.Equal(books, SampleBooks.Restrict(tables.ByName(), books));
        Assert.Equal(mode, tables.Text(tables.Snapshot.GcMode));
        Assert.Equal("live", tables.Text(tables.Snapshot.Source));
    }

    [Fact]
    public void Walked_allocation_context_and_lost_bytes_add_up_to_what_is_allocated()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation", "--collect");

        HeapTables tables = HeapTables.ReadLive(sample.Pid);

        HeapSnapshotRow snapshot = tables.Snapshot;
        Assert.Equal(snapshot.AllocatedBytes, snapshot.WalkedBytes + snapshot.AllocationContextBytes + snapshot.LostBytes);
        Assert.Equal(0, snapshot.LostBytes);
        Assert.Equal(snapshot.AllocatedBytes, tables.Segments.Sum(segment => segment.AllocatedBytes));
        Assert.Equal(snapshot.CommittedBytes, tables.Segments.Sum(segment => segment.CommittedBytes));
        Assert.Equal(snapshot.WalkedBytes, tables.Usages.Sum(usage => usage.SizeBytes));
        foreach (HeapSegmentRow segment in tables.Segments)
            Assert.Equal(segment.WalkedBytes, tables.Usages.Where(usage => usage.SegmentId == segment.SegmentId).Sum(usage => usage.SizeBytes));
        Assert.True(snapshot.AllocatedBytes <= snapshot.CommittedBytes, "More is allocated than committed.");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Sizes_add_up_to_the_objects_of_each_type_and_lie_between_their_bounds()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation", "--collect");

        HeapTables tables = HeapTables.ReadLive(sample.Pid);

        Assert.Equal(
            tables.Usages.GroupBy(usage => usage.TypeId).Select(group => (group.Key, group.Sum(usage => usage.Count), group.Sum(usage => usage.SizeBytes))).Order(),
            tables.Sizes.GroupBy(size => size.TypeId).Select(group => (group.Key, group.Sum(size => size.Count), group.Sum(size => size.SizeBytes))).Order());
        Assert.All(tables.Sizes, size => Assert.InRange(size.SizeBytes, size.Count * size.FromBytes, (size.Count * size.FromBytes * 2) - 1));
    }

    [Fact]
    public void Every_generation_and_every_kind_of_segment_of_the_sample_is_met()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation", "--collect");

        HeapTables tables = HeapTables.ReadLive(sample.Pid);

        string[] kinds = ["frozen", "gen0", "gen1", "gen2", "large", "pinned"];
        Assert.Equal(kinds, tables.Segments.Select(segment => tables.Text(segment.Kind)).Distinct().Order());
        Assert.Equal(kinds, tables.Usages.Select(usage => tables.Text(usage.Generation)).Distinct().Order());
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_type_of_one_name_in_several_load_contexts_has_a_row_for_each_even_where_two_contexts_have_one_name()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation");

        HeapTables tables = HeapTables.ReadLive(sample.Pid);

        Dictionary<long, string> contexts = tables.Types
            .Where(type => tables.Text(type.Name) == "HeapMix.Plugin.Widget")
            .ToDictionary(
                type => tables.Usages.Where(usage => usage.TypeId == type.TypeId).Sum(usage => usage.Count),
                type => tables.Text(type.LoadContext)!);
        Assert.Equal(3, contexts.Values.Distinct().Count());
        Assert.Matches("^red #[0-9]+$", contexts[1_000]);
        Assert.Matches("^blue #[0-9]+$", contexts[3_000]);
        Assert.Matches("^red #[0-9]+$", contexts[500]);
    }

    [Fact]
    public void Types_name_their_module_and_free_blocks_are_of_kind_free()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation", "--collect");

        HeapTables tables = HeapTables.ReadLive(sample.Pid);

        HeapTypeRow Single(string name) => tables.Types.Single(type => tables.Text(type.Name) == name);
        HeapTypeRow node = Single("HeapMix.Node");
        Assert.Equal(("HeapMix.dll", "Default", "object"), (tables.Text(node.Module), tables.Text(node.LoadContext), tables.Text(node.Kind)));
        Assert.Equal(Path.Combine(Repository.SampleFolder("HeapMix"), "HeapMix.dll"), tables.Text(node.ModulePath));
        Assert.Equal("System.Private.CoreLib.dll", tables.Text(Single("System.String").Module));
        HeapTypeRow dynamic = Single("HeapMix.Dynamic.Thing");
        Assert.Null(tables.Text(dynamic.ModulePath));
        Assert.Contains(" (in memory, ", tables.Text(dynamic.Module), StringComparison.Ordinal);
        HeapTypeRow free = Assert.Single(tables.Types, type => tables.Text(type.Kind) == "free");
        Assert.Equal("Free", tables.Text(free.Name));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation")]
    [InlineData("server")]
    public void Totals_agree_with_those_of_the_garbage_collector(string mode)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode);
        using JsonDocument totals = JsonDocument.Parse(sample.Ask("totals"));

        HeapTables tables = HeapTables.ReadLive(sample.Pid);

        long free = tables.ByName()["Free"].SizeBytes;
        long frozen = tables.Segments.Where(segment => tables.Text(segment.Kind) == "frozen").Sum(segment => segment.WalkedBytes);
        long objects = tables.Snapshot.WalkedBytes - free;

        // The GC leaves frozen objects out, counts allocation contexts as used, and has taken its sizes at the collection: since then threads
        // have taken and given back allocation contexts of 8 KiB. Measured: 24 bytes to 17 KB apart; allowed is one percent of this heap.
        const long tolerance = 64 * 1024;
        long used = objects - frozen + tables.Snapshot.AllocationContextBytes;
        Assert.InRange(totals.RootElement.GetProperty("total_memory_bytes").GetInt64(), used - tolerance, used + tolerance);
        long size = objects - frozen + free;
        Assert.InRange(totals.RootElement.GetProperty("heap_size_bytes").GetInt64(), size - tolerance, size + tolerance);
    }

    [Fact]
    public void The_expected_pause_is_told_before_the_stop_and_the_measured_one_is_in_the_row()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation");
        TimeSpan? told = null;
        bool rowsBefore = true;
        CollectingSink sink = new();
        Fathom.Sources.Heap.Options.HeapExtractorOptions options = new()
        {
            SnapshotId = 7,
            ProcessId = 9,
            PauseExpected = pause =>
            {
                told = pause;
                rowsBefore = sink.Rows<HeapSnapshotRow>().Count > 0;
            },
        };

        new Fathom.Sources.Looks.LiveHeapExtractor(sample.Pid, options).Run(sink, new SilentProgress(), TestContext.Current.CancellationToken);

        HeapSnapshotRow snapshot = Assert.Single(sink.Rows<HeapSnapshotRow>());
        Assert.False(rowsBefore);
        Assert.True(told > TimeSpan.Zero);
        Assert.Equal(told.Value.Ticks * 100, snapshot.ExpectedPauseNs);
        Assert.True(snapshot.PauseNs > 0);
        Assert.Equal((7u, 9u), (snapshot.SnapshotId, snapshot.ProcessId));
        Assert.All(sink.Rows<HeapUsageRow>(), usage => Assert.Equal(7u, usage.SnapshotId));
    }
}
