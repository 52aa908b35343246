using Fathom.Model.Trees;

namespace Fathom.Tests.Model.Trees;

/// <summary>Random stacks with when they were measured: each has its weight and its count in some slices and threads.</summary>
internal static class RandomTimes
{
    public const long SliceNs = 1_000_000;

    public static StackExport Export(int seed, bool isBytes = false, bool hasWeights = true) =>
        Of(RandomStacks.Profile(seed, hasWeights), seed, isBytes);

    public static StackExport Of(StackProfile profile, int seed, bool isBytes = false, int slices = 40)
    {
        Random random = new(seed);
        StackCells cells = new(3 * SliceNs, (3 + slices) * SliceNs, SliceNs, int.MaxValue);
        for (int stack = 0; stack < profile.Stacks.Length; stack++)
        {
            StackWeight told = profile.Stacks[stack];
            double left = told.Weight;
            for (long count = told.Count; count > 0; count--)
            {
                double part = count == 1 ? left : Math.Floor(left * random.NextDouble());
                cells.Add(stack, (told.Process * 3) + random.Next(3), (3 + random.Next(slices)) * SliceNs, part, 1);
                left -= part;
            }
        }

        StackThread[] threads = [.. profile.Processes.SelectMany(static (_, process) =>
            Enumerable.Range(0, 3).Select(thread => new StackThread(process, thread == 0 ? null : $"worker {thread % 2}", 100 + thread)))];
        StackTimes times = new(3 * SliceNs, (3 + slices) * SliceNs, SliceNs, threads, cells.InOrder());
        return new StackExport(profile, "CPU time in t.fathom", isBytes) { Times = new Known(times), DurationNs = slices * SliceNs };
    }

    /// <summary>What its stacks have by slice and thread.</summary>
    public static StackTimes Whole(StackExport export) => ((Known)export.Times!).Whole;

    /// <summary>The same with other threads.</summary>
    public static IStackTimes With(StackExport export, Func<StackThread, StackThread> rename) =>
        new Known(Whole(export) with { Threads = [.. Whole(export).Threads.Select(rename)] });

    private sealed class Known(StackTimes whole) : IStackTimes
    {
        public StackTimes Whole { get; } = whole;

        public StackTimes Read(IReadOnlyList<int> placeOf)
        {
            StackCells cells = new(Whole.FirstNs, Whole.ToNs, Whole.SliceNs, int.MaxValue);
            foreach (StackCell cell in Whole.Cells.Where(cell => placeOf[cell.Stack] >= 0))
                cells.Add(placeOf[cell.Stack], cell.Thread, Whole.FirstNs + (cell.Slice * Whole.SliceNs), cell.Weight, cell.Count);
            return Whole with { Cells = cells.InOrder() };
        }
    }
}
