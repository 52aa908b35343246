using Fathom.Model.Trees;

namespace Fathom.Tests.Model.Trees;

/// <summary>Stacks over a few methods, so that recursion, direct and over others, is on most of them.</summary>
internal static class RandomStacks
{
    public const int Methods = 7;

    public static StackProfile Profile(int seed, bool hasWeights = true)
    {
        Random random = new(seed);
        List<int> frames = [];
        List<StackWeight> stacks = [];
        int processes = random.Next(1, 4);
        for (int i = random.Next(1, 200); i > 0; i--)
        {
            int start = frames.Count, length = random.Next(1, 12);
            for (int frame = 0; frame < length; frame++)
                frames.Add(random.Next(2, Methods + 2));
            int weight = hasWeights ? random.Next(1, 1000) : 0;
            stacks.Add(new(random.Next(processes), start, length, random.Next(length), weight, hasWeights, random.Next(1, 9)));
        }

        TreeMethod[] methods =
        [
            new(null, null, null, TreeFrameKind.NoStack), new(null, null, null, TreeFrameKind.Collection),
            .. Enumerable.Range(0, Methods)
                .Select(static i => new TreeMethod($"M{i}", "m.dll", (i % 3) switch { 0 => "own", 1 => "framework", _ => "native" })),
        ];
        TreeProcess[] all = [.. Enumerable.Range(0, processes).Select(static i => new TreeProcess($"p{i}", i))];
        return new StackProfile(methods, all, [.. frames], [.. stacks]);
    }

    /// <summary>What was measured with a method on the stack, counted stack by stack.</summary>
    public static TreeSum With(StackProfile profile, int process, int method) => profile.Stacks
        .Where(stack => stack.Process == process && profile.FramesOf(stack).Contains(method))
        .Aggregate(default(TreeSum), static (sum, stack) => sum + new TreeSum(stack.Weight, stack.Count, stack.HasWeight));
}
