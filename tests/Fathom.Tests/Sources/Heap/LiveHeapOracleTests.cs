using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Heap;

/// <summary>ClrMD's own walk, in the same stop of the same process, is the judge of ours.</summary>
public sealed class LiveHeapOracleTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    public static TheoryData<string> Modes => [.. HeapMixProcess.Modes.Keys];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Modes))]
    public async Task Every_type_of_a_live_heap_has_the_count_and_size_that_ClrMD_counts_in_the_same_stop(string mode)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode, "--collect");
        using TargetSession session = TargetSession.Open(sample.Pid);

        await session.InvokeStopped(
            target =>
            {
                HeapReading reading = HeapReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, target.Due, countsSizes: true)!;

                Assert.Equal(ClrMdOracle.Count(target.Runtime.Heap), ClrMdOracle.Count(reading));
                Assert.Equal(ClrMdOracle.CountGenerations(target.Runtime.Heap), ClrMdOracle.CountGenerations(reading));
                Assert.Equal(ClrMdOracle.CountSizes(target.Runtime.Heap), ClrMdOracle.CountSizes(reading));
                Assert.Empty(reading.Losses.All);
                Assert.Equal(mode.StartsWith("server", StringComparison.Ordinal), reading.Map.IsServer);
                Assert.Equal(!mode.EndsWith("segments", StringComparison.Ordinal), reading.Map.HasRegions);
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    [Fact]
    public async Task What_was_learned_before_the_stop_changes_no_answer()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation", "--collect");
        using TargetSession session = TargetSession.Open(sample.Pid);
        TypeCatalog? catalog = null;
        HeapRehearsal rehearsal = await session.InvokeRunning(
            target => HeapRehearsal.Run(target, catalog = new TypeCatalog(target.Memory)), s_limit, TestContext.Current.CancellationToken);

        await session.InvokeStopped(
            target =>
            {
                HeapReading prepared = HeapReading.Read(target.Runtime, target.Memory, catalog!, mayComeBack: false, target.Due)!;
                HeapReading unprepared = HeapReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, target.Due)!;

                Assert.Equal(ClrMdOracle.Count(unprepared), ClrMdOracle.Count(prepared));
                Assert.Equal(unprepared.Types.Select(type => type?.Module), prepared.Types.Where(type => type is not null).Select(type => type?.Module));
                Assert.InRange(rehearsal.AllocatedBytes, prepared.Map.AllocatedBytes / 2, prepared.Map.AllocatedBytes * 2);
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation")]
    [InlineData("server")]
    public async Task A_heap_that_is_allocated_on_all_the_time_is_walked_without_a_loss(string mode)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode, "--churn");
        for (int i = 0; i < 10; i++)
        {
            HeapTables tables = HeapTables.ReadLive(sample.Pid);

            Assert.Empty(tables.Losses);
            Assert.Equal(tables.Snapshot.AllocatedBytes, tables.Snapshot.WalkedBytes + tables.Snapshot.AllocationContextBytes);
        }
    }
}
