using Fathom.Model.Graph;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Model.Graph;

/// <summary>What no root reaches is dead only where nothing that is reached has lost references.</summary>
public sealed class LiveAnalysisTests
{
    // 0 -> 1, and 2 -> 3 that nothing holds.
    private static readonly GraphOf s_graph = new GraphOf().Objects(4).Reference(0, 1).Reference(2, 3).Root(0);

    public static TheoryData<uint[], bool, bool> Gaps => new()
    {
        { [], false, true },
        { [2], false, true },
        { [2, 3], false, true },
        { [1], false, false },
        { [2, 0], false, false },
        { [], true, false },
    };

    [Theory]
    [MemberData(nameof(Gaps))]
    public void A_mark_is_whole_where_no_live_object_has_lost_references_and_no_root_is_missing(uint[] objects, bool isElsewhere, bool isWhole)
    {
        ObjectGraph built = s_graph.Build();
        ObjectGraph graph = new(
            [0, 0, 0, 0], [3, 3, 3, 3], built.FirstReference.ToArray(), built.References.ToArray(), built.Addresses, built.Types, built.Roots) { Gaps = new GraphGaps(objects, isElsewhere) };
        LiveAnalysis analysis = new();
        CollectingSink sink = new();

        analysis.Run(graph, new GraphSnapshot(7, [new GraphPart(0, 4, 1, "gen0")]), sink, new SilentProgress(), TestContext.Current.CancellationToken);

        Assert.Equal(isWhole, analysis.IsWhole);
        Assert.Equal([new HeapMarkRow(7, isWhole)], sink.Rows<HeapMarkRow>());
        Assert.Equal(2, sink.Rows<HeapLiveRow>().Sum(static row => row.Count));
    }
}
