using Fathom.Model.Trees;
using Xunit;

namespace Fathom.Tests.Model.Trees;

/// <summary>What is folded is still in the sums, whatever the share.</summary>
public sealed class TreeLayoutTests
{
    [Theory]
    [InlineData(0, false)]
    [InlineData(0, true)]
    [InlineData(0.01, false)]
    [InlineData(0.05, true)]
    [InlineData(0.3, false)]
    [InlineData(1, true)]
    public void The_selves_of_all_lines_are_the_total(double share, bool isDrawn)
    {
        for (int seed = 0; seed < 60; seed++)
        {
            StackProfile profile = RandomStacks.Profile(seed, hasWeights: seed % 5 != 0);
            CallTree tree = CallTree.TopDown(profile, allFrames: !isDrawn);
            IReadOnlyList<TreeLine> lines = new TreeLayout(profile, tree, new TreeOptions(share, isDrawn, isDrawn)).Lines();

            Assert.Equal(profile.Stacks.Sum(static stack => stack.Weight), lines.Sum(static line => line.Self.Weight));
            Assert.Equal(profile.Stacks.Sum(static stack => stack.Count), lines.Sum(static line => line.Self.Count));
            IEnumerable<TreeLine> roots = lines.Where(static line => line.ParentId is null);
            Assert.Equal(profile.Stacks.Sum(static stack => stack.Count), roots.Sum(static line => line.Total.Count));
            CheckPlaces(lines);
            if (isDrawn)
                continue;
            foreach (TreeLine line in lines)
            {
                TreeSum below = lines.Where(other => other.ParentId == line.Id)
                    .Aggregate(line.Self, static (sum, other) => sum + other.Total);
                Assert.Equal(line.Total, below);
                bool byWeight = line.Whole.HasWeight, isMethod = line.Kind == TreeLineKind.Method;
                Assert.True(!isMethod || line.Total.Size(byWeight) >= share * line.Whole.Size(byWeight));
            }
        }
    }

    [Fact]
    public void Runs_of_others_are_one_line_and_what_own_code_calls_keeps_its_name()
    {
        TreeMethod[] methods =
        [
            new("Start", null, "framework"), new("Dispatch", null, "framework"), new("Shop.Sell", null, "own"),
            new("Json.Write", null, "framework"), new("Json.Deep", null, "framework"),
        ];
        StackWeight[] stacks = [new(0, 0, 5, 0, 90, true, 9), new(0, 5, 3, 0, 10, true, 1)];
        StackProfile profile = new(methods, [new TreeProcess("p", 1)], [0, 1, 2, 3, 4, 0, 1, 2], stacks);

        CallTree tree = CallTree.TopDown(profile, false);
        IReadOnlyList<TreeLine> folded = new TreeLayout(profile, tree, new TreeOptions(0.01, true, true)).Lines();
        IReadOnlyList<TreeLine> whole = new TreeLayout(profile, tree, new TreeOptions(0.01, false, true)).Lines();

        Assert.Equal(["Root", "Run 2", "Method Shop.Sell", "Method Json.Write"], folded.Select(line => Text(profile, line)));
        Assert.Equal([100.0, 100, 100, 90], folded.Select(static line => line.Total.Weight));
        Assert.Equal(
            ["Root", "Method Start", "Method Dispatch", "Method Shop.Sell", "Method Json.Write", "Method Json.Deep"],
            whole.Select(line => Text(profile, line)));
    }

    [Fact]
    public void A_deep_recursion_over_two_methods_is_laid_out()
    {
        const int Depth = 30_000;
        TreeMethod[] methods = [new("A", null, "own"), new("B", null, "framework")];
        int[] frames = [.. Enumerable.Range(0, Depth).Select(static i => i % 2)];
        StackProfile profile = new(methods, [new TreeProcess("p", 1)], frames, [new StackWeight(0, 0, Depth, 0, 1, true, 1)]);

        IReadOnlyList<TreeLine> lines = new TreeLayout(profile, CallTree.TopDown(profile, true), new TreeOptions(0.01, true, true)).Lines();

        // The last call is that of another one's method: its name stays.
        Assert.Equal(Depth + 1, lines.Count);
        Assert.All(lines, static line => Assert.True(line.Lead.Length < 40));
    }

    private static void CheckPlaces(IReadOnlyList<TreeLine> lines)
    {
        for (int i = 0; i < lines.Count; i++)
        {
            Assert.Equal(i + 1, lines[i].Id);
            Assert.Equal(lines[i].ParentId is { } parent ? lines[parent - 1].Depth + 1 : 0, lines[i].Depth);
            Assert.True(lines[i].ParentId is null || lines[i].ParentId < lines[i].Id);
        }
    }

    private static string Text(StackProfile profile, TreeLine line) => line.Kind switch
    {
        TreeLineKind.Method => $"Method {profile.Methods[line.Method].Name}",
        TreeLineKind.Run => $"Run {line.Merged}",
        _ => line.Kind.ToString(),
    };
}
