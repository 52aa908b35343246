using Fathom.Model.Graph;
using Fathom.Model.Graph.Retention;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Graph.Oracle;

/// <summary>The graph of a core as the product reads it, and as ClrMD does.</summary>
internal sealed record CoreGraphs(ObjectGraph Graph, ClrMdGraph Oracle, GraphLoss Loss)
{
    /// <summary>Reads both.</summary>
    public static CoreGraphs Read(string core, CancellationToken stop)
    {
        using CoreTarget target = CoreTarget.Open(core);
        RootReader roots = RootReader.Prepare(target.Runtime, target.Memory, stop);
        GraphReading reading = GraphReading.Read(
            target.Runtime, target.Memory, new TypeCatalog(target.Memory), new GraphStore(0, 0), turn => roots.Read(target.Runtime, target.Memory, turn), mayComeBack: false, stop)!;
        ObjectGraph graph = reading.Build(out GraphLoss loss, stop);
        using DataTarget data = DataTarget.LoadDump(core);
        using ClrRuntime runtime = data.ClrVersions[0].CreateRuntime();
        bool isServer = runtime.Heap.IsServer;
        ClrMdGraph oracle = new(runtime, graph.Roots.Where(root => root.Kind == RootKind.ThreadStatic || (isServer && IsHandle(root.Kind))).Select(root => graph.Addresses.AddressOf(root.Object)));
        return new CoreGraphs(graph, oracle, loss);
    }

    private static bool IsHandle(RootKind kind) => kind is RootKind.StrongHandle or RootKind.PinnedHandle or RootKind.AsyncPinnedHandle or RootKind.RefCountedHandle or RootKind.SizedRefHandle;

    /// <summary>Compares what random live objects retain, and returns how many of them are equal.</summary>
    /// <param name="samples">How many objects.</param>
    /// <param name="wrong">Gets the first differences.</param>
    /// <param name="stop">Cancels it.</param>
    public int CompareRetained(int samples, List<string> wrong, CancellationToken stop)
    {
        DominatorTree tree = DominatorTree.Of(Graph, stop);
        Dictionary<uint, long> retained = [];
        for (uint place = 1; place <= tree.Count; place++)
            retained.Add(tree.ObjectAt(place), tree.RetainedBytes(place));
        int[] live = [.. Enumerable.Range(0, Oracle.Live.Length).Where(number => Oracle.Live[number])];
        Random random = new(1);
        int equal = 0;
        for (int i = 0; i < samples; i++)
        {
            // Most objects are leaves: of every two objects one is the best of some, by its references.
            int number = live[random.Next(live.Length)];
            for (int more = 0; i % 2 == 0 && more < 50; more++)
            {
                int other = live[random.Next(live.Length)];
                number = Oracle.ReferencesOf(other).Length > Oracle.ReferencesOf(number).Length ? other : number;
            }

            long expected = Oracle.RetainedBytes(number), ours = retained.GetValueOrDefault((uint)number);
            equal += expected == ours ? 1 : 0;
            if (expected != ours && wrong.Count < 10)
                wrong.Add($"{Oracle.TypeNames[number]} at {Oracle.Addresses[number]:x} retains {ours} bytes, not {expected}");
        }

        Assert.True(live.Length > 0);
        return equal;
    }
}
