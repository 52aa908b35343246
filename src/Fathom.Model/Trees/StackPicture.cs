namespace Fathom.Model.Trees;

/// <summary>
/// Stacks, threads and times in limited room, for pages that show any part of the time. Where there are too many calls, those with a small
/// share are folded into what called them; where there are too many sums, slices of time become longer. The total stays what it was.
/// </summary>
public sealed class StackPicture
{
    // Where folding is needed at all it begins here.
    private const double FirstShare = 0.001;

    private readonly StackExport _export;
    private readonly StackProfile _profile;
    private readonly CallTree _tree;
    private readonly PictureLimits _limits;
    private readonly double _whole;
    private readonly List<StackThread> _threads = [];

    private StackPicture(StackExport export, StackProfile profile, PictureLimits limits)
    {
        (_export, _profile, _limits) = (export, profile, limits);
        _tree = CallTree.TopDown(profile, allFrames: true);
        _whole = profile.Stacks.Sum(Size);
        Methods = [.. profile.Methods, new TreeMethod(null, null, null, TreeFrameKind.Folded)];
    }

    /// <summary>All methods, the last one for what is folded; nodes name them by position.</summary>
    public IReadOnlyList<TreeMethod> Methods { get; }

    /// <summary>All processes; roots name them by position.</summary>
    public IReadOnlyList<TreeProcess> Processes => _profile.Processes;

    /// <summary>Calls, each behind its caller: the position of that, or -1 for a root, and its method, or for a root its process.</summary>
    public IReadOnlyList<(int Parent, int Method)> Nodes { get; private set; } = [];

    /// <summary>Where stacks end: the position of a node, and how many native calls lead to managed code there.</summary>
    public IReadOnlyList<(int Node, int Base)> Stacks { get; private set; } = [];

    /// <summary>Threads; those that were put together have no number.</summary>
    public IReadOnlyList<StackThread> Threads => _threads;

    /// <summary>What was measured, in whole numbers, by slice, stack and thread. Where no weight is known it is the count.</summary>
    public IReadOnlyList<(int Stack, int Thread, int Slice, long Weight, long Count)> Cells { get; private set; } = [];

    /// <summary>Begin and end of the time, and of its slices.</summary>
    public StackTimes Times { get; private set; } = new(0, 0, 1, [], []);

    /// <summary>Whether slices are longer than they were measured, because there are too many sums.</summary>
    public bool IsCoarser { get; private set; }

    /// <summary>Calls with a smaller share of the whole are folded; 0 where none are.</summary>
    public double FoldedBelow { get; private set; }

    /// <summary>How many calls are folded.</summary>
    public int FoldedNodes { get; private set; }

    /// <summary>The sum of the weights of what is folded.</summary>
    public double FoldedWeight { get; private set; }

    /// <summary>The picture of some stacks.</summary>
    /// <param name="export">The stacks, with their times.</param>
    /// <param name="shown">Positions of the stacks that are in it.</param>
    /// <param name="limits">How much it may hold.</param>
    public static StackPicture Of(StackExport export, IReadOnlyList<int> shown, PictureLimits limits)
    {
        IStackTimes times = export.Times ?? throw new InvalidOperationException("Nothing knows the times of the stacks.");
        StackWeight[] kept = [.. shown.Select(at => export.Profile.Stacks[at])];
        StackPicture picture = new(export, export.Profile with { Stacks = kept }, limits);
        int[] stackOf = picture.Fold(picture.Share()), placeOf = new int[export.Profile.Stacks.Length];
        Array.Fill(placeOf, -1);
        for (int i = 0; i < shown.Count; i++)
            placeOf[shown[i]] = stackOf[i];
        picture.AddCells(times.Read(placeOf));
        return picture;
    }

    /// <summary>How much of a name is in it.</summary>
    public string Cut(string name) => name.Length <= _limits.LongestName ? name
        : $"{name[..(char.IsHighSurrogate(name[_limits.LongestName - 1]) ? _limits.LongestName - 1 : _limits.LongestName)]}…";

    private double Size(StackWeight stack) => _export.HasWeight ? stack.Weight : stack.Count;

    private bool IsKept(int node, double share) =>
        _tree.MethodOf(node) == CallTree.Root || _tree.TotalOf(node).Size(_export.HasWeight) >= share * _whole;

    private double Share()
    {
        for (double share = 0; ; share = share == 0 ? FirstShare : share * 2)
        {
            long nodes = 0, chars = 0;
            HashSet<int> methods = [];
            for (int node = 0; node < _tree.Count; node++)
            {
                if (!IsKept(node, share))
                    continue;
                nodes++;
                if (_tree.MethodOf(node) is var method && method != CallTree.Root && methods.Add(method))
                    chars += Math.Min(_limits.LongestName, Methods[method].Name?.Length ?? 0);
            }

            if ((nodes <= _limits.Nodes && chars <= _limits.NameChars) || share >= 1)
                return share;
        }
    }

    // Gives each stack its position among those that are left.
    private int[] Fold(double share)
    {
        int[] at = new int[_tree.Count], foldAt = new int[_tree.Count];
        List<(int Parent, int Method)> nodes = [];
        Dictionary<int, int> processes = ProcessesOfRoots();
        for (int node = 0; node < _tree.Count; node++)
        {
            int parent = _tree.ParentOf(node), method = _tree.MethodOf(node);
            if (!IsKept(node, share) || (parent >= 0 && at[parent] == 0))
            {
                FoldedNodes++;
                continue;
            }

            nodes.Add(parent < 0 ? (-1, processes[node]) : (at[parent] - 1, method));
            at[node] = nodes.Count;
        }

        List<(int Node, int Base)> stacks = [];
        Dictionary<int, int> stackAt = [];
        int[] stackOf = new int[_profile.Stacks.Length];
        for (int i = 0; i < stackOf.Length; i++)
        {
            int end = _tree.EndOf(i), whole = end;
            while (at[end] == 0)
                end = _tree.ParentOf(end);
            int place = at[end] - 1;
            if (end != whole)
            {
                FoldedWeight += Size(_profile.Stacks[i]);
                if (foldAt[end] == 0)
                {
                    nodes.Add((place, Methods.Count - 1));
                    foldAt[end] = nodes.Count;
                }

                place = foldAt[end] - 1;
            }

            if (!stackAt.TryGetValue(place, out stackOf[i]))
            {
                stackAt.Add(place, stackOf[i] = stacks.Count);
                stacks.Add((place, Base(_profile.Stacks[i], Depth(end))));
            }
        }

        if (FoldedWeight == 0)
            FoldedNodes = 0;
        (Nodes, Stacks, FoldedBelow) = (nodes, stacks, FoldedNodes == 0 ? 0 : share);
        return stackOf;
    }

    // The tree names none for a process in which waits lasted and none began.
    private Dictionary<int, int> ProcessesOfRoots()
    {
        Dictionary<int, int> processes = [];
        for (int i = 0; i < _profile.Stacks.Length; i++)
        {
            int root = _tree.EndOf(i);
            while (_tree.ParentOf(root) >= 0)
                root = _tree.ParentOf(root);
            processes[root] = _profile.Stacks[i].Process;
        }

        return processes;
    }

    // As the tree, that has calls of a method by itself once.
    private int Base(StackWeight stack, int depth)
    {
        int calls = 0, before = CallTree.Root;
        foreach (int method in _profile.FramesOf(stack)[..stack.Base])
        {
            if (method != before)
                calls++;
            before = method;
        }

        return Math.Min(calls, depth);
    }

    private int Depth(int node)
    {
        int depth = 0;
        while ((node = _tree.ParentOf(node)) >= 0)
            depth++;
        return depth;
    }

    private void AddCells(StackTimes times)
    {
        int[] threadOf = Together(times);
        Dictionary<int, int> restAt = [];
        StackCells cells = new(times.FirstNs, times.ToNs, times.SliceNs, _limits.Cells, thread => RestOf(restAt, thread));
        foreach (StackCell cell in times.Cells)
            cells.Add(cell.Stack, threadOf[cell.Thread], times.FirstNs + (cell.Slice * times.SliceNs), cell.Weight, cell.Count);

        IsCoarser = cells.SliceNs > TimeSlices.LengthNs(times.ToNs - times.FromNs);
        StackCell[] ordered = cells.InOrder();
        Times = times with { SliceNs = cells.SliceNs, Cells = [] };
        (int, int, int, long, long)[] whole = new (int, int, int, long, long)[ordered.Length];
        double sum = 0;
        long told = 0;
        for (int i = 0; i < whole.Length; i++)
        {
            StackCell cell = ordered[i];
            sum += _export.HasWeight ? cell.Weight : cell.Count;
            // Rounded together with all before it, so that the sum is right.
            long weight = (long)Math.Round(sum) - told;
            told += weight;
            whole[i] = (cell.Stack, cell.Thread, cell.Slice, weight, cell.Count);
        }

        Cells = whole;
    }

    private int RestOf(Dictionary<int, int> restAt, int thread)
    {
        StackThread others = StackThread.Others(_threads[thread].Process);
        if (restAt.TryGetValue(others.Process, out int at))
            return at;
        at = _threads.IndexOf(others);
        if (at < 0)
        {
            at = _threads.Count;
            _threads.Add(others);
        }

        restAt.Add(others.Process, at);
        return at;
    }

    // Those with the least become one in each process.
    private int[] Together(StackTimes times)
    {
        double[] sums = new double[times.Threads.Count];
        foreach (StackCell cell in times.Cells)
            sums[cell.Thread] += _export.HasWeight ? cell.Weight : cell.Count;
        int[] order = [.. Enumerable.Range(0, sums.Length).OrderByDescending(at => sums[at]).ThenBy(static at => at)];
        int[] threadOf = new int[sums.Length];
        foreach (int at in order.Take(_limits.Threads))
        {
            threadOf[at] = _threads.Count;
            _threads.Add(times.Threads[at]);
        }

        foreach (IGrouping<int, int> process in order.Skip(_limits.Threads).GroupBy(at => times.Threads[at].Process))
        {
            foreach (int at in process)
                threadOf[at] = _threads.Count;
            _threads.Add(StackThread.Others(process.Key));
        }

        return threadOf;
    }
}
