using Fathom.Model.Trees;
using Xunit;

namespace Fathom.Tests.Model.Trees;

/// <summary>What pages are made of: all that was measured, in limited room.</summary>
public sealed class StackPictureTests
{
    private static readonly PictureLimits s_small = new(Nodes: 40, NameChars: 100, Cells: 60, Threads: 2, LongestName: 2);

    [Fact]
    public void Methods_have_the_sums_that_they_have_in_the_stacks()
    {
        for (int seed = 0; seed < 30; seed++)
        {
            StackExport export = RandomTimes.Export(seed, hasWeights: seed % 5 != 0);
            StackPicture picture = StackPicture.Of(export, [.. Enumerable.Range(0, export.Profile.Stacks.Length)], PictureLimits.Page);

            for (int process = 0; process < export.Profile.Processes.Count; process++)
            {
                for (int method = 0; method < export.Profile.Methods.Count; method++)
                {
                    TreeSum expected = RandomStacks.With(export.Profile, process, method);
                    Assert.Equal((expected.Size(export.HasWeight), expected.Count), With(picture, process, method));
                }
            }

            Assert.Equal((0, 0, false), (picture.FoldedBelow, picture.FoldedNodes, picture.IsCoarser));
        }
    }

    [Fact]
    public void What_is_folded_is_told_and_totals_stay()
    {
        int folded = 0, coarser = 0;
        for (int seed = 0; seed < 30; seed++)
        {
            StackExport export = RandomTimes.Export(seed);
            StackPicture picture = StackPicture.Of(export, [.. Enumerable.Range(0, export.Profile.Stacks.Length)], s_small);

            Assert.Equal(export.Profile.Stacks.Sum(static stack => stack.Weight), picture.Cells.Sum(static cell => cell.Weight));
            Assert.Equal(export.Profile.Stacks.Sum(static stack => stack.Count), picture.Cells.Sum(static cell => cell.Count));
            long inFolded = Enumerable.Range(0, export.Profile.Processes.Count)
                .Sum(process => (long)With(picture, process, picture.Methods.Count - 1).Weight);
            Assert.Equal(picture.FoldedWeight, inFolded);
            Assert.Equal(picture.FoldedNodes > 0, inFolded > 0);
            Assert.True(picture.Nodes.Count(node => node.Parent < 0 || node.Method != picture.Methods.Count - 1) <= 40);
            Assert.True(picture.Cells.Count <= 60 || picture.Times.SliceCount == 1);
            Assert.True(picture.Threads.Count <= 2 + export.Profile.Processes.Count);
            folded += picture.FoldedNodes;
            coarser += picture.IsCoarser ? 1 : 0;
        }

        Assert.NotEqual(0, folded);
        Assert.NotEqual(0, coarser);
    }

    [Fact]
    public void Only_the_stacks_that_are_shown_are_in_it()
    {
        StackExport export = RandomTimes.Export(7);
        int[] shown = [.. Enumerable.Range(0, export.Profile.Stacks.Length).Where(static at => at % 3 == 1)];

        StackPicture picture = StackPicture.Of(export, shown, PictureLimits.Page);

        Assert.Equal(shown.Sum(at => export.Profile.Stacks[at].Weight), picture.Cells.Sum(static cell => cell.Weight));
    }

    [Fact]
    public void A_long_name_is_cut_between_characters()
    {
        StackPicture picture = StackPicture.Of(RandomTimes.Export(1), [0], s_small with { LongestName = 3 });

        Assert.Equal("abc", picture.Cut("abc"));
        Assert.Equal("ab…", picture.Cut("ab\U0001F600d"));
        Assert.Equal("abc…", picture.Cut("abcd"));
    }

    private static (double Weight, long Count) With(StackPicture picture, int process, int method)
    {
        double weight = 0;
        long count = 0;
        foreach ((int stack, _, _, long part, long times) in picture.Cells)
        {
            int node = picture.Stacks[stack].Node;
            bool isOn = false;
            for (; picture.Nodes[node].Parent >= 0; node = picture.Nodes[node].Parent)
                isOn |= picture.Nodes[node].Method == method;
            if (!isOn || picture.Nodes[node].Method != process)
                continue;
            weight += part;
            count += times;
        }

        return (weight, count);
    }
}
