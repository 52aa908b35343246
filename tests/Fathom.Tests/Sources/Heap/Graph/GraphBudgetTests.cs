using Fathom.Model;
using Fathom.Model.Graph.Analyses;
using Fathom.Model.Heap;
using Fathom.Sources.Heap.Graph;
using Fathom.Sources.Heap.Options;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Graph;

/// <summary>How much memory a graph is said to take, and when it is refused.</summary>
public sealed class GraphBudgetTests
{
    private const long MiB = 1024 * 1024;
    private const long Objects = 64_000_000;
    private const long References = 100_000_000;

    [Fact]
    public void What_is_retained_takes_at_most_45_bytes_per_object_beside_the_references_in_both_directions()
    {
        IGraphAnalysis[] questions = [new SuspectAnalysis(0.1), new RetainedAnalysis()];

        long bytes = GraphMemory.EstimateBytes(Objects, References, questions) - (2 * sizeof(uint) * References);

        Assert.InRange(bytes / (double)Objects, 38, 45);
    }

    [Fact]
    public void The_most_demanding_question_counts_and_not_the_sum()
    {
        long live = GraphMemory.EstimateBytes(Objects, References, [new LiveAnalysis()]);
        long both = GraphMemory.EstimateBytes(Objects, References, [new LiveAnalysis(), new RetainedAnalysis()]);

        Assert.True(live < both);
        Assert.Equal(GraphMemory.EstimateBytes(Objects, References, [new RetainedAnalysis()]), both);
    }

    [Fact]
    public void More_than_is_available_is_refused_and_more_than_was_allowed_too()
    {
        string[] errors =
        [
            Refused(3_000 * MiB, null, 2_000 * MiB),
            Refused(3_000 * MiB, 1_000 * MiB, 20_000 * MiB),
        ];
        GraphBudget.Check(Objects, References, 3_000 * MiB, null, 3_000 * MiB);
        GraphBudget.Check(Objects, References, 3_000 * MiB, 3_000 * MiB, 0);

        Snapshot.Match(string.Join("\n\n", errors), "graph-budget.txt");
    }

    [Fact]
    public void The_estimate_is_said_from_half_a_GiB_on()
    {
        List<MemoryEstimate> said = [];
        GraphBudget.Check(1_000, 1_000, [new RetainedAnalysis()], long.MaxValue, said.Add);
        Assert.Empty(said);

        GraphBudget.Check(Objects, References, [new RetainedAnalysis()], long.MaxValue, said.Add);
        Assert.Equal(GraphMemory.EstimateBytes(Objects, References, [new RetainedAnalysis()]), Assert.Single(said).Bytes);
    }

    private static string Refused(long bytes, long? most, long available)
    {
        FathomException error = Assert.Throws<FathomException>(() => GraphBudget.Check(Objects, References, bytes, most, available));
        Assert.Equal(ExitCode.NotPossible, error.ExitCode);
        return $"{error.Message}\n{error.NextStep}";
    }
}
