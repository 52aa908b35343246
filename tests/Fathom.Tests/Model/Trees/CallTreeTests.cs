using Fathom.Model.Trees;
using Xunit;

namespace Fathom.Tests.Model.Trees;

/// <summary>Trees over random stacks with recursion: their sums are those of the stacks.</summary>
public sealed class CallTreeTests
{
    private const int Seeds = 60;

    [Fact]
    public void Each_node_is_its_self_and_its_children_and_each_root_its_process()
    {
        for (int seed = 0; seed < Seeds; seed++)
        {
            StackProfile profile = RandomStacks.Profile(seed);
            foreach (bool allFrames in (bool[])[false, true])
            {
                CallTree tree = CallTree.TopDown(profile, allFrames);
                CheckSums(tree);
                foreach (int process in Enumerable.Range(0, profile.Processes.Count))
                {
                    double weight = profile.Stacks.Where(stack => stack.Process == process).Sum(static stack => stack.Weight);
                    Assert.Equal(weight, tree.Roots.TryGetValue(process, out int root) ? tree.TotalOf(root).Weight : 0);
                }
            }
        }
    }

    [Fact]
    public void A_sample_counts_once_for_a_method_however_often_it_is_on_the_stack()
    {
        for (int seed = 0; seed < Seeds; seed++)
        {
            StackProfile profile = RandomStacks.Profile(seed);
            for (int method = 2; method < RandomStacks.Methods + 2; method++)
            {
                bool[] isAsked = new bool[profile.Methods.Count];
                isAsked[method] = true;
                CallTree[] trees =
                [
                    CallTree.Callers(profile, isAsked, allFrames: true), CallTree.Callers(profile, isAsked, allFrames: false),
                    CallTree.Callees(profile, isAsked),
                ];
                foreach (CallTree tree in trees)
                {
                    CheckSums(tree);
                    foreach (int process in Enumerable.Range(0, profile.Processes.Count))
                    {
                        TreeSum total = tree.Roots.TryGetValue(process, out int root) ? tree.TotalOf(root) : default;
                        Assert.Equal(RandomStacks.With(profile, process, method), total);
                    }
                }
            }
        }
    }

    [Fact]
    public void Callers_are_those_of_the_outermost_call_and_callees_stand_behind_it()
    {
        // Main calls Fib, which calls itself directly and over Help: Main, Fib, Fib, Help, Fib, Add.
        TreeMethod[] methods = [.. new[] { "Main", "Fib", "Help", "Add" }.Select(static name => new TreeMethod(name, null, "own"))];
        StackProfile profile = new(methods, [new TreeProcess("p", 1)], [0, 1, 1, 2, 1, 3], [new StackWeight(0, 0, 6, 0, 10, true, 1)]);
        bool[] isFib = [false, true, false, false];

        Assert.Equal("Fib < Main", Path(profile, CallTree.Callers(profile, isFib, allFrames: true), " < "));
        Assert.Equal("Fib > Help > Fib > Add", Path(profile, CallTree.Callees(profile, isFib), " > "));
        Assert.Equal("Fib > Main > Fib > Help > Fib > Add", Path(profile, CallTree.TopDown(profile, allFrames: true), " > "));
    }

    [Fact]
    public void Native_frames_that_lead_to_managed_code_are_left_out_unless_all_are_asked_for()
    {
        TreeMethod[] methods = [.. new[] { "clone", "Main", "poll" }.Select(static name => new TreeMethod(name, null, null))];
        StackProfile profile = new(methods, [new TreeProcess("p", 1)], [0, 1, 2], [new StackWeight(0, 0, 3, 1, 10, true, 1)]);

        Assert.Equal(3, CallTree.TopDown(profile, allFrames: false).Count);
        Assert.Equal(4, CallTree.TopDown(profile, allFrames: true).Count);
        Assert.Equal(1, CallTree.Callers(profile, [false, true, false], allFrames: false).Count);
        Assert.Equal(2, CallTree.Callers(profile, [false, true, false], allFrames: true).Count);
        Assert.Equal(3, CallTree.Callees(profile, [true, false, false]).Count);
    }

    private static void CheckSums(CallTree tree)
    {
        for (int node = 0; node < tree.Count; node++)
        {
            TreeSum sum = tree.SelfOf(node);
            foreach (int child in tree.ChildrenOf(node))
            {
                Assert.Equal(node, tree.ParentOf(child));
                sum += tree.TotalOf(child);
            }

            Assert.Equal(tree.TotalOf(node), sum);
        }
    }

    private static string Path(StackProfile profile, CallTree tree, string arrow)
    {
        List<string> names = ["Fib"];
        for (int node = tree.Roots[0]; tree.ChildrenOf(node) is [int child]; node = child)
            names.Add(profile.Methods[tree.MethodOf(child)].Name!);
        return string.Join(arrow, names);
    }
}
