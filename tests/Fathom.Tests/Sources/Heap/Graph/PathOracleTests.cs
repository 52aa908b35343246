using Fathom.Model.Graph;
using Fathom.Model.Graph.Paths;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Graph;

/// <summary>ClrMD's own search for roots, on the same core, is the judge of whether there is a path, and its references of each step.</summary>
public sealed class PathOracleTests
{
    private const int Samples = 60;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Retention")]
    [InlineData("HeapRoots")]
    public void Random_objects_have_a_path_exactly_where_ClrMD_finds_one_and_each_step_is_a_reference(string program)
    {
        using SampleProcess sample = SampleProcess.Start(program);
        using CoreFileOf core = new(sample.Pid);
        using CoreTarget target = CoreTarget.Open(core.File);
        CancellationToken stop = TestContext.Current.CancellationToken;
        ObjectGraph graph = GraphOf(target, stop);
        ShortestPaths paths = ShortestPaths.Of(graph, stop);
        using DataTarget oracle = DataTarget.LoadDump(core.File);
        using ClrRuntime runtime = oracle.ClrVersions[0].CreateRuntime();
        HashSet<ulong> rootsOfOracle = [.. runtime.Heap.EnumerateRoots().Select(static root => root.Object.Address)];

        Random random = new(1);
        int alive = 0;
        for (int i = 0; i < Samples; i++)
        {
            uint number = (uint)random.Next(graph.ObjectCount);
            ulong address = graph.Addresses.AddressOf(number);
            bool found = new GCRoot(runtime.Heap, [address]).EnumerateRootPaths(stop).Any();
            if (!paths.IsAlive(number))
            {
                Assert.False(found, $"ClrMD finds a path to the {graph.Types[(int)graph.TypeOf(number)].Name} at {address:x}");
                continue;
            }

            alive++;
            IReadOnlyList<uint> path = paths.PathTo(number);
            GraphRoot root = paths.RootOf(path[0]);
            bool hasDependent = false;
            for (int step = 1; step < path.Count; step++)
            {
                ulong next = graph.Addresses.AddressOf(path[step]);
                ClrObject before = runtime.Heap.GetObject(graph.Addresses.AddressOf(path[step - 1]));
                bool isDependent = !before.EnumerateReferences(carefully: false, considerDependantHandles: false).Any(reference => reference.Address == next);
                Assert.Equal(isDependent, graph.IsDependent(path[step - 1], path[step]));
                hasDependent |= isDependent;
                Assert.Contains(next, before.EnumerateReferences(carefully: false, considerDependantHandles: true).Select(static reference => reference.Address));
            }

            // ClrMD's search does not follow the dependent handles of an object without references of its own.
            bool isKnown = !hasDependent && IsKnownTo(root.Kind, rootsOfOracle, graph, path[0]);
            Assert.True(found || !isKnown, $"ClrMD finds no path to the {graph.Types[(int)graph.TypeOf(number)].Name} at {address:x}, held by {root}");
        }

        Assert.True(alive > Samples / 3);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void What_the_sample_holds_by_dependent_handles_is_marked_and_nothing_else()
    {
        using SampleProcess sample = SampleProcess.Start("HeapRoots");
        using CoreFileOf core = new(sample.Pid);
        using CoreTarget target = CoreTarget.Open(core.File);
        CancellationToken stop = TestContext.Current.CancellationToken;
        ObjectGraph graph = GraphOf(target, stop);
        ShortestPaths paths = ShortestPaths.Of(graph, stop);

        // As many as samples/HeapRoots/Handles.cs makes; its dead ones have no path.
        Assert.Equal((6, 9, 0), (Marked("HeldByDependentHandle"), Marked("HeldByDependentChain"), Marked("HeldByStrongHandle")));

        int Marked(string type) => Enumerable.Range(0, graph.ObjectCount).Count(number =>
            graph.Types[(int)graph.TypeOf((uint)number)].Name == $"HeapRoots.{type}" && paths.IsAlive((uint)number)
            && paths.Before((uint)number) is not ShortestPaths.None and var before && graph.IsDependent(before, (uint)number));
    }

    private static ObjectGraph GraphOf(CoreTarget target, CancellationToken stop)
    {
        RootReader roots = RootReader.Prepare(target.Runtime, target.Memory, stop);
        GraphReading reading = GraphReading.Read(
            target.Runtime, target.Memory, new TypeCatalog(target.Memory), new GraphStore(0, 0), turn => roots.Read(target.Runtime, target.Memory, turn), mayComeBack: false, stop)!;
        return reading.Build(out _, stop);
    }

    // ClrMD does not list thread statics, objects that are only registered for a finalizer, and those in frozen segments as roots.
    private static bool IsKnownTo(RootKind kind, HashSet<ulong> roots, ObjectGraph graph, uint first) =>
        kind == RootKind.Static || roots.Contains(graph.Addresses.AddressOf(first));
}
