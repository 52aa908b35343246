using System.Diagnostics.Tracing;
using Fathom.Model.Graph;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.TestSupport;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Graph;

/// <summary>ClrMD's own references, in the same stop or core, are the judge of ours.</summary>
public sealed class ReferenceOracleTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    public static TheoryData<string> Modes => [.. HeapMixProcess.Modes.Keys];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Modes))]
    public async Task Every_object_of_a_live_heap_has_the_references_that_ClrMD_finds_in_the_same_stop(string mode)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode, "--collect");
        using TargetSession session = TargetSession.Open(sample.Pid);

        await session.InvokeStopped(
            target =>
            {
                Compare(target.Runtime, target.Memory, 1, 3);
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation", 1, 3)]
    [InlineData("server, segments", 2)]
    public void Every_object_of_a_core_has_the_references_that_ClrMD_finds_in_it(string mode, params int[] readers)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode, "--collect");
        using CoreFileOf core = new(sample.Pid);
        using CoreTarget target = CoreTarget.Open(core.File);

        Compare(target.Runtime, target.Memory, readers);
    }

    // The runtime then keeps its providers in dictionaries whose entries have their first reference far into the entry.
    [Fact]
    [Trait("Category", "Slow")]
    public async Task A_heap_behind_an_event_session_has_all_its_references()
    {
        using SampleProcess sample = HeapMixProcess.Start("workstation", "--collect");
        await Listen(sample.Pid);
        using TargetSession session = TargetSession.Open(sample.Pid);

        await session.InvokeStopped(
            target =>
            {
                Compare(target.Runtime, target.Memory, 1);
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    private static async Task Listen(int processId)
    {
        EventPipeProvider counters = new("System.Runtime", EventLevel.Informational, 1, new Dictionary<string, string> { ["EventCounterIntervalSec"] = "1" });
        using EventPipeSession session = new DiagnosticsClient(processId).StartEventPipeSession([counters], requestRundown: false);
        await session.EventStream.ReadExactlyAsync(new byte[2_048], TestContext.Current.CancellationToken);
        Task rest = session.EventStream.CopyToAsync(Stream.Null, TestContext.Current.CancellationToken);
        await session.StopAsync(TestContext.Current.CancellationToken);
        await rest;
    }

    // One look of ClrMD for all numbers of readers: it is by far the slower one.
    private static void Compare(ClrRuntime runtime, ITargetMemory memory, params int[] readers)
    {
        Assert.NotEmpty(readers);
        SortedDictionary<(ulong MethodTable, long FromBytes), (long Count, long SizeBytes)> sizes = ClrMdOracle.CountSizes(runtime.Heap);
        ObjectGraph[] graphs = [.. readers.Select(count => GraphOf(runtime, memory, count, sizes))];
        uint number = 0;
        long references = 0;
        foreach (ClrObject instance in runtime.Heap.EnumerateObjects().Where(static instance => !instance.IsFree).OrderBy(static instance => instance.Address))
        {
            // ClrMD also gives the second object of a dependent handle that has none.
            List<ulong> expected = [.. instance.EnumerateReferences(carefully: false, considerDependantHandles: true)
                .Select(static reference => reference.Address).Where(static address => address != 0).Order()];
            foreach (ObjectGraph graph in graphs)
                CompareObject(graph, number, instance, expected);
            references += expected.Count;
            number++;
        }

        Assert.All(graphs, graph => Assert.Equal(((int)number, references), (graph.ObjectCount, graph.ReferenceCount)));
        Assert.True(references > HeapMixProcess.Objects);
    }

    private static ObjectGraph GraphOf(ClrRuntime runtime, ITargetMemory memory, int readers, SortedDictionary<(ulong MethodTable, long FromBytes), (long Count, long SizeBytes)> sizes)
    {
        // Far too small, so that it must grow.
        GraphStore store = new(0, 0);
        GraphReading reading = GraphReading.Read(
            runtime, memory, new TypeCatalog(memory), store, turn => Dependents(runtime, turn), mayComeBack: false, TestContext.Current.CancellationToken, readers, countsSizes: true)!;
        ObjectGraph graph = reading.Build(out GraphLoss loss, TestContext.Current.CancellationToken);

        Assert.True(loss.IsNone, $"{loss}");
        Assert.Empty(graph.Gaps.Objects);
        Assert.Equal(sizes, ClrMdOracle.CountSizes(reading.Heap));
        return graph;
    }

    private static void CompareObject(ObjectGraph graph, uint number, ClrObject instance, List<ulong> expected)
    {
        Assert.Equal(instance.Address, graph.Addresses.AddressOf(number));
        Assert.True(graph.Addresses.TryFind(instance.Address, out uint found) && found == number);
        Assert.False(graph.Addresses.TryFind(instance.Address + 8, out _));
        Assert.Equal(instance.Type!.Name, graph.Types[(int)graph.TypeOf(number)].Name);
        Assert.Equal(((long)instance.Size + 7) & ~7L, graph.SizeOf(number));
        List<ulong> actual = [];
        foreach (uint reference in graph.ReferencesOf(number))
            actual.Add(graph.Addresses.AddressOf(reference));
        actual.Sort();
        Assert.Equal(expected, actual);
    }

    private static RootReading Dependents(ClrRuntime runtime, DacTurn turn)
    {
        using DacGate.Turn inside = turn.Gate.Enter();
        RootReading roots = new();
        roots.Dependents.AddRange(runtime.EnumerateHandles()
            .Where(static handle => handle.HandleKind == ClrHandleKind.Dependent && handle.Object.Address != 0 && handle.Dependent.Address != 0)
            .Select(static handle => new DependentPair(handle.Object.Address, handle.Dependent.Address)));
        return roots;
    }
}
