using System.Text.Json;
using Fathom.Model.Heap;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Segments;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Segments;

/// <summary>What segments are used for: ClrMD's objects, free blocks and handles in the same stop are the judge, and the GC's own figures.</summary>
public sealed class LiveSegmentTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Insides", "workstation")]
    [InlineData("HeapMix", "workstation, segments")]
    [InlineData("HeapMix", "server")]
    public async Task Every_segment_has_the_objects_free_blocks_and_pinned_objects_that_ClrMD_finds(string name, string mode)
    {
        using SampleProcess sample = name == "Insides" ? SampleProcess.Start(name) : HeapMixProcess.Start(mode, "--collect");
        using TargetSession session = TargetSession.Open(sample.Pid);

        await session.InvokeStopped(
            static target =>
            {
                SortedDictionary<(ulong Start, string Generation), Use> truth = ByClrMd(target.Runtime);
                Assert.Equal(truth, Read(target));
                Assert.Contains(truth.Values, static use => use.FreeCount > 0 && use.LargestFree > use.FreeBytes / use.FreeCount);
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task Holes_and_pinned_objects_are_those_that_the_sample_made_and_that_the_GC_reports()
    {
        using SampleProcess sample = SampleProcess.Start("Insides");
        JsonElement gc = JsonDocument.Parse(sample.Ask("gc")).RootElement;
        using TargetSession session = TargetSession.Open(sample.Pid);
        SortedDictionary<(ulong Start, string Generation), Use> uses = await session.InvokeStopped(Read, s_limit, TestContext.Current.CancellationToken);

        Assert.Equal(gc.GetProperty("large_fragmented_bytes").GetInt64(), Free("large"));
        Assert.Equal(gc.GetProperty("gen2_fragmented_bytes").GetInt64(), Free("gen2"));
        Assert.True(uses.Where(static use => use.Key.Generation == "large").Max(static use => use.Value.LargestFree) >= 100_024);

        // The runtime pins some arrays of its own, on the pinned heap too.
        Assert.InRange(uses.Values.Sum(static use => use.PinnedCount), sample.Facts.GetProperty("pinned").GetInt64(), 100);
        Assert.InRange(uses.Values.Sum(static use => use.PinnedBytes), sample.Facts.GetProperty("pinned").GetInt64() * 1_024, 1_000_000);

        long Free(string generation) => uses.Where(use => use.Key.Generation == generation).Sum(static use => use.Value.FreeBytes);
    }

    private static SortedDictionary<(ulong Start, string Generation), Use> Read(LiveTarget target)
    {
        SegmentQuestion question = new(1);
        HeapReading? reading = HeapReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, target.Due, question);
        Assert.NotNull(reading);
        CollectingSink sink = new();
        question.Write(reading, sink, new SilentProgress(), target.Due);
        SortedDictionary<(ulong Start, string Generation), Use> uses = [];
        foreach (HeapSegmentUseRow row in sink.Rows<HeapSegmentUseRow>())
        {
            HeapSegment segment = reading.Map.Segments[(int)row.SegmentId - 1];
            uses.Add(
                (segment.Objects.Start, sink.Ids.Resolve(row.Generation)),
                new Use(row.ObjectCount, row.ObjectBytes, row.FreeCount, row.FreeBytes, row.LargestFreeBytes, row.ListedFreeBytes, row.PinnedCount, row.PinnedBytes));
        }

        foreach (HeapSegment segment in reading.Map.Segments)
        {
            Assert.Equal(
                Math.Max(segment.CommittedBytes, segment.Objects.Length),
                sink.Rows<HeapSegmentUseRow>().Where(row => row.SegmentId == segment.Id).Sum(static row => row.CommittedBytes));
        }

        return uses;
    }

    private static SortedDictionary<(ulong Start, string Generation), Use> ByClrMd(ClrRuntime runtime)
    {
        SortedDictionary<(ulong Start, string Generation), Use> uses = [];
        HashSet<ulong> pinned = [.. runtime.EnumerateHandles()
            .Where(static handle => handle.HandleKind is ClrHandleKind.Pinned or ClrHandleKind.AsyncPinned)
            .Select(static handle => handle.Object.Address)];
        foreach (ClrSegment segment in runtime.Heap.Segments)
        {
            foreach (ClrObject instance in segment.EnumerateObjects())
            {
                string generation = segment.GetGeneration(instance) switch
                {
                    Generation.Generation0 => "gen0",
                    Generation.Generation1 => "gen1",
                    Generation.Generation2 => "gen2",
                    Generation other => other.ToString().ToLowerInvariant(),
                };
                uses.TryGetValue((segment.Start, generation), out Use use);
                uses[(segment.Start, generation)] = use.With(((long)instance.Size + 7) & ~7L, instance.IsFree, pinned.Contains(instance));
            }
        }

        return uses;
    }

    private readonly record struct Use(long Count, long Bytes, long FreeCount, long FreeBytes, long LargestFree, long Listed, long PinnedCount, long PinnedBytes)
    {
        public Use With(long size, bool isFree, bool isPinned) => isFree
            ? this with { FreeCount = FreeCount + 1, FreeBytes = FreeBytes + size, LargestFree = Math.Max(LargestFree, size), Listed = Listed + (size >= 48 ? size : 0) }
            : this with { Count = Count + 1, Bytes = Bytes + size, PinnedCount = PinnedCount + (isPinned ? 1 : 0), PinnedBytes = PinnedBytes + (isPinned ? size : 0) };
    }
}
