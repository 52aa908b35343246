using System.Diagnostics;
using Fathom.Model.Graph;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Roots;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;

namespace Fathom.Bench.Heap;

/// <summary>Fathom's graph and mark, through the same calls as the command, with the time of each step.</summary>
/// <param name="Objects">Objects of the graph.</param>
/// <param name="References">References between them.</param>
/// <param name="Live">Objects that a root reaches.</param>
/// <param name="Stopped">Walk and roots, in the stop.</param>
/// <param name="Build">From what was collected to the graph.</param>
/// <param name="Mark">The mark.</param>
/// <param name="All">From attaching to the set of live objects, with all that is done before the stop.</param>
internal sealed record OwnGraph(long Objects, long References, long Live, TimeSpan Stopped, TimeSpan Build, TimeSpan Mark, TimeSpan All)
{
    private static readonly TimeSpan s_deadline = TimeSpan.FromSeconds(60);

    /// <summary>Reads a process.</summary>
    public static OwnGraph Of(int pid)
    {
        long start = Stopwatch.GetTimestamp();
        using TargetSession session = TargetSession.Open(pid);
        TypeCatalog? catalog = null;
        Prepared prepared = session.InvokeRunning(target => Prepare(target, out catalog), s_deadline, default).GetAwaiter().GetResult();
        (GraphReading reading, TimeSpan stopped) = session.InvokeStopped(
            target =>
            {
                long begin = Stopwatch.GetTimestamp();
                GraphReading read = GraphReading.Read(
                    target.Runtime, target.Memory, catalog!, prepared.Store, turn => prepared.Roots.Read(target.Runtime, target.Memory, turn), mayComeBack: false, target.Due)
                    ?? throw new InvalidOperationException("The sample was collecting garbage.");
                return (read, Stopwatch.GetElapsedTime(begin));
            },
            s_deadline,
            default).GetAwaiter().GetResult();
        long build = Stopwatch.GetTimestamp();
        ObjectGraph graph = reading.Build(out _, default);
        TimeSpan built = Stopwatch.GetElapsedTime(build);
        long mark = Stopwatch.GetTimestamp();
        long live = Reachability.FromRoots(graph).Count();
        return new OwnGraph(graph.ObjectCount, graph.ReferenceCount, live, stopped, built, Stopwatch.GetElapsedTime(mark), Stopwatch.GetElapsedTime(start));
    }

    private static Prepared Prepare(LiveTarget target, out TypeCatalog catalog)
    {
        HeapRehearsal rehearsal = HeapRehearsal.Run(target, catalog = new TypeCatalog(target.Memory));
        GraphStore store = new(rehearsal.AllocatedBytes / 40, rehearsal.AllocatedBytes / 25);
        GraphWalk.MakeReady(store, HeapMapReader.Read(target.Runtime), rehearsal.AllocatedBytes / 40, rehearsal.AllocatedBytes / 25);
        return new Prepared(store, RootReader.Prepare(target.Runtime, target.Memory, target.Due));
    }

    private sealed record Prepared(GraphStore Store, RootReader Roots);
}
