using System.Diagnostics;
using System.Text.Json;
using Fathom.Model.Graph;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Dumps;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Targets.Dumps;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Roots;

/// <summary>The sample HeapRoots holds objects of one type by one kind of root each, and says how many.</summary>
public sealed class RootKindTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    public static TheoryData<string> Modes => [.. HeapMixProcess.Modes.Keys];

    [Theory]
    [Trait("Category", "Slow")]
    [MemberData(nameof(Modes))]
    public async Task Each_kind_of_root_holds_as_many_live_objects_as_the_sample_says(string mode)
    {
        using SampleProcess sample = HeapRootsProcess.Start(mode);
        using TargetSession session = TargetSession.Open(sample.Pid);
        RootReader? roots = null;
        await session.InvokeRunning(target => roots = RootReader.Prepare(target.Runtime, target.Memory, target.Due), s_limit, TestContext.Current.CancellationToken);

        ObjectGraph graph = await session.InvokeStopped(
            target => Read(target.Runtime, target.Memory, roots!), s_limit, TestContext.Current.CancellationToken);

        Check(graph, sample.Facts);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation")]
    [InlineData("server, adapting (DATAS)")]
    public void A_core_has_the_same_live_objects(string mode)
    {
        using SampleProcess sample = HeapRootsProcess.Start(mode);
        using CoreFileOf core = new(sample.Pid);
        using CoreTarget target = CoreTarget.Open(core.File);

        ObjectGraph graph = Read(target.Runtime, target.Memory, RootReader.Prepare(target.Runtime, target.Memory, TestContext.Current.CancellationToken));

        Check(graph, sample.Facts);
    }

    [Theory]
    [InlineData(8)]
    [InlineData(9)]
    [Trait("Category", "Long")]
    public async Task Earlier_runtimes_have_the_same_roots_but_for_the_names_that_they_do_not_tell(int major)
    {
        using PublishedSample published = new(major, isSingleFile: false, "HeapRoots");
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program));
        using TargetSession session = TargetSession.Open(sample.Pid);

        ObjectGraph graph = await session.InvokeStopped(
            target => Read(target.Runtime, target.Memory, RootReader.Prepare(target.Runtime, target.Memory, target.Due)), s_limit, TestContext.Current.CancellationToken);

        // They do not describe where they keep values of generic types.
        string[] untold = ["HeldByGenericStatic: 18 objects, 18 alive", "HeldByGenericThreadStatic: 15 objects, 15 alive"];
        Assert.Equal(untold, Wrong(graph, sample.Facts).Select(line => line["HeapRoots.".Length..line.IndexOf(" alive", StringComparison.Ordinal)] + " alive"));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("HeapRoots")]
    [InlineData("HeapMix")]
    public async Task A_mark_by_ClrMD_from_the_same_roots_reaches_the_same_objects(string program)
    {
        using SampleProcess sample = SampleProcess.Start(program);
        using TargetSession session = TargetSession.Open(sample.Pid);

        await session.InvokeStopped(
            target =>
            {
                ObjectGraph graph = Read(target.Runtime, target.Memory, RootReader.Prepare(target.Runtime, target.Memory, target.Due));
                HashSet<ulong> reached = [.. graph.Roots.Select(root => graph.Addresses.AddressOf(root.Object))];
                Stack<ulong> waiting = new(reached);
                while (waiting.TryPop(out ulong address))
                {
                    foreach (ClrObject reference in target.Runtime.Heap.GetObject(address).EnumerateReferences(carefully: false, considerDependantHandles: true))
                    {
                        if (reference.Address != 0 && reached.Add(reference.Address))
                            waiting.Push(reference.Address);
                    }
                }

                ObjectBits live = Reachability.FromRoots(graph, target.Due);
                Assert.Equal(reached.Order(), Enumerable.Range(0, graph.ObjectCount).Where(number => live[(uint)number]).Select(number => graph.Addresses.AddressOf((uint)number)));
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    private static ObjectGraph Read(ClrRuntime runtime, ITargetMemory memory, RootReader roots)
    {
        GraphReading reading = GraphReading.Read(
            runtime,
            memory,
            new TypeCatalog(memory),
            new GraphStore(0, 0),
            turn => roots.Read(runtime, memory, turn),
            mayComeBack: false,
            TestContext.Current.CancellationToken,
            readers: 2)!;
        ObjectGraph graph = reading.Build(out GraphLoss loss, TestContext.Current.CancellationToken);
        Assert.True(loss.IsNone, $"{loss}");
        return graph;
    }

    private static void Check(ObjectGraph graph, JsonElement manifest) => Assert.Empty(Wrong(graph, manifest));

    private static List<string> Wrong(ObjectGraph graph, JsonElement manifest)
    {
        List<string> wrong = [];
        ObjectBits live = Reachability.FromRoots(graph, TestContext.Current.CancellationToken);
        foreach (JsonElement entry in manifest.GetProperty("held").EnumerateArray())
        {
            string type = entry.GetProperty("type").GetString()!, kind = entry.GetProperty("kind").GetString()!, holder = entry.GetProperty("holder").GetString()!;
            int count = entry.GetProperty("count").GetInt32();
            int alive = Count(graph, live, type);
            uint[] roots = [.. graph.Roots
                .Where(root => root.Kind.ToString().Equals(kind.Replace("_", ""), StringComparison.OrdinalIgnoreCase))
                .Where(root => holder.Length == 0 || root.Holder?.Contains(holder, StringComparison.Ordinal) == true)
                .Select(root => root.Object)];
            int held = Count(graph, Reachability.From(graph, roots, TestContext.Current.CancellationToken), type);
            if (alive != count || held != count)
                wrong.Add($"{type}: {count} objects, {alive} alive, {held} held by {roots.Length} roots of kind {kind} '{holder}'");
        }

        foreach (JsonElement entry in manifest.GetProperty("dead").EnumerateArray())
        {
            string type = entry.GetProperty("type").GetString()!;
            int alive = Count(graph, live, type), all = Count(graph, null, type);
            if (alive != 0 || all != entry.GetProperty("count").GetInt32())
                wrong.Add($"{type}: {all} objects, {alive} of them alive, of {entry.GetProperty("count")} dead ones");
        }

        return wrong;
    }

    private static int Count(ObjectGraph graph, ObjectBits? set, string type)
    {
        int count = 0;
        for (uint number = 0; number < graph.ObjectCount; number++)
            count += set?[number] != false && graph.Types[(int)graph.TypeOf(number)].Name == type ? 1 : 0;
        return count;
    }
}
