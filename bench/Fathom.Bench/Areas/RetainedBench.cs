using System.Diagnostics;
using Fathom.Bench.Measuring;
using Fathom.Bench.Retained;
using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Graph.Paths;
using Fathom.Model.Graph.Retention;

namespace Fathom.Bench.Areas;

/// <summary>Dominators, retained sizes and paths of a large graph in memory: time, and working memory beside the graph itself.</summary>
internal static class RetainedBench
{
    private const int Objects = 10_000_000;
    private const int ShortObjects = 1_000_000;
    private const double MaxSeconds = 10;
    private const double MaxBytesPerObject = 40;
    private const double MaxPeakPerObject = 45;
    private const double MaxPathSeconds = 2;

    // There is no peer that shares a busy machine, so that the short form allows for one; and what does not depend on the number of objects weighs more.
    private const double ShortAllowance = 4;

    public static int Run(BenchOptions options)
    {
        Comparison comparison = new(options.Output);
        double allowance = options.Short ? ShortAllowance : 1;
        ObjectGraph graph = ShopGraph.Of(options.Short ? ShortObjects : Objects);
        comparison.Say("objects", graph.ObjectCount / 1e6, "million");
        comparison.Say("references per object", (double)graph.ReferenceCount / graph.ObjectCount, "");
        comparison.Say("graph", graph.ObjectCount * 12 / 1e6 + graph.ReferenceCount * 4 / 1e6, "MB");
        GC.Collect();
        comparison.Say("mark", Seconds(() => Reachability.FromRoots(graph)), "s");
        GC.Collect();

        // All that a question about what is retained has in memory at the same time: the graph, and the working memory of the dominators.
        double graphBytes = (12 * graph.ObjectCount) + (4.0 * graph.ReferenceCount);
        double before = PeakMemory.Restart();
        DominatorTree? tree = null;
        comparison.AtMost("dominators and retained bytes", Seconds(() => tree = DominatorTree.Of(graph)), allowance * MaxSeconds * graph.ObjectCount / Objects, "s");
        comparison.AtMost("working memory per object", (PeakMemory.Mebibytes() - before) * 1024 * 1024 / graph.ObjectCount, options.Short ? 1.5 * MaxBytesPerObject : MaxBytesPerObject, "bytes");
        double peak = ((PeakMemory.Mebibytes() - before) * 1024 * 1024) + graphBytes;
        comparison.AtMost(
            "peak per object beside references",
            (peak - (8.0 * graph.ReferenceCount)) / graph.ObjectCount,
            options.Short ? 1.5 * MaxPeakPerObject : MaxPeakPerObject,
            "bytes");
        comparison.AtMost(
            "peak of what is estimated",
            100 * peak / GraphMemory.EstimateBytes(graph.ObjectCount, graph.ReferenceCount, [new RetainedAnalysis()]),
            options.Short ? 150 : 100,
            "percent");
        comparison.Say("sums per type", Seconds(() => TypeRetention.PerType(tree!, tree!.Children())), "s");
        comparison.Say("suspects", Seconds(() => LeakSuspects.Of(tree!, tree!.Children(), 0.1)), "s");
        tree = null;
        ObjectBits strings = new(graph.ObjectCount);
        for (uint number = 0; number < graph.ObjectCount; number++)
        {
            if (graph.Types[(int)graph.TypeOf(number)].Name == "string")
                strings.Add(number);
        }

        MergedPaths? merged = null;
        comparison.AtMost(
            "paths to the strings, a third",
            Seconds(() => merged = MergedPaths.To(graph, ShortestPaths.Of(graph), strings)),
            allowance * MaxPathSeconds * graph.ObjectCount / Objects,
            "s");
        comparison.Say("their shapes", merged!.Paths.Count, "");
        return options.ExitCode(comparison.AllKept);
    }

    private static double Seconds(Action action)
    {
        Stopwatch watch = Stopwatch.StartNew();
        action();
        return watch.Elapsed.TotalSeconds;
    }
}
