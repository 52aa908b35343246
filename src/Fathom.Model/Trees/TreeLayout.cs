namespace Fathom.Model.Trees;

/// <summary>Chooses the lines of a tree: the largest branches first, and those below a share as one line with their sum.</summary>
/// <param name="profile">The stacks.</param>
/// <param name="tree">The tree over them.</param>
/// <param name="options">What is folded.</param>
public sealed class TreeLayout(StackProfile profile, CallTree tree, TreeOptions options)
{
    private const int LeastRun = 2;
    private const int MostIndent = 28;

    private readonly List<TreeLine> _lines = [];
    private readonly Stack<Pending> _pending = [];
    private readonly HashSet<int> _leadsToOwn = [];
    private readonly bool _foldsRuns = options.FoldsRuns && profile.Methods.Any(static method => method.IsOwn);
    private bool _byWeight;
    private TreeSum _whole;
    private double _least;
    private int _process;
    private int _small;
    private TreeSum _smallSum;

    /// <summary>The lines, each behind its parent. The selves of all of them add up to the totals of the roots.</summary>
    public IReadOnlyList<TreeLine> Lines()
    {
        (int Process, int Node, TreeSum Sum)[] roots = [.. tree.Roots.Select(root => (root.Key, root.Value, tree.TotalOf(root.Value)))];
        TreeSum all = roots.Aggregate(default(TreeSum), static (sum, root) => sum + root.Sum);
        double least = options.MinShare * all.Size(all.HasWeight);
        TreeSum rest = default;
        int folded = 0;
        foreach ((int process, int node, TreeSum sum) in roots
            .OrderByDescending(root => root.Sum.Size(all.HasWeight))
            .ThenByDescending(static root => root.Sum.Count)
            .ThenBy(root => profile.Processes[root.Process].Pid))
        {
            if (sum.Size(all.HasWeight) >= least || folded + _lines.Count == 0)
            {
                AddProcess(process, node, sum);
                continue;
            }

            folded++;
            rest += sum;
        }

        if (folded > 0)
            _lines.Add(new TreeLine(TreeLineKind.Rest, _lines.Count + 1, null, 0, -1, CallTree.Root, folded, rest, rest) { Whole = all });
        return _lines;
    }

    private void AddProcess(int process, int root, TreeSum whole)
    {
        (_process, _whole, _byWeight, _small, _smallSum) = (process, whole, whole.HasWeight, 0, default);
        _least = options.MinShare * whole.Size(_byWeight);
        int first = _lines.Count;
        if (_foldsRuns)
            FindOwn(root);
        _pending.Push(new Pending(root, default, null, 0, "", ""));
        while (_pending.TryPop(out Pending next))
        {
            if (next.Node < 0)
                Add(TreeLineKind.Rest, next, CallTree.Root, -next.Node, next.Rest, next.Rest);
            else
                AddNode(next);
        }

        // A line for each would hide what is large; one has them all.
        if (_small > 0)
            Add(TreeLineKind.Rest, new Pending(0, default, _lines[first].Id, 1, "", ""), CallTree.Root, _small, _smallSum, _smallSum);
    }

    private void AddNode(Pending next)
    {
        int node = next.Node, method = tree.MethodOf(node);
        TreeSum total = tree.TotalOf(node);
        if (method == CallTree.Root)
        {
            Push(next, Add(TreeLineKind.Root, next, method, 0, total, tree.SelfOf(node)), ShownBelow(node));
            return;
        }

        if (_foldsRuns && IsCallOfOthers(node))
        {
            _ = Add(TreeLineKind.Method, next, method, 0, total, total);
            return;
        }

        Shown shown = ShownBelow(node);
        TreeSum self = tree.SelfOf(node);
        (int passed, TreeLineKind kind) = _foldsRuns ? PassedFrom(node, shown) : (0, TreeLineKind.Method);
        for (int i = 0; i < passed; i++)
        {
            SetAside(shown);
            node = shown.Nodes[0];
            shown = ShownBelow(node);
            self += tree.SelfOf(node);
        }

        Push(next, Add(kind, next, method, kind == TreeLineKind.Run ? passed + 1 : 0, total, self), shown);
    }

    // The last one is pushed first: a stack gives them back in their order.
    private void Push(Pending parent, int id, Shown shown)
    {
        bool hasRest = shown.Folded > 0 && !(options.GathersRests && shown.Rest.Size(_byWeight) < _least);
        if (shown.Folded > 0 && !hasRest)
            SetAside(shown);
        int items = shown.Nodes.Length + (hasRest ? 1 : 0);
        if (hasRest)
            _pending.Push(Below(-shown.Folded, shown.Rest, isLast: true));
        for (int i = shown.Nodes.Length - 1; i >= 0; i--)
            _pending.Push(Below(shown.Nodes[i], default, isLast: i == items - 1));

        Pending Below(int node, TreeSum rest, bool isLast)
        {
            bool isDeep = parent.Indent.Length >= MostIndent, isAlone = items == 1 && parent.Depth > 0;
            return new Pending(
                node,
                rest,
                id,
                parent.Depth + 1,
                isAlone || isDeep ? parent.Indent : parent.Indent + (isLast ? "└ " : "├ "),
                isAlone || isDeep ? parent.Indent : parent.Indent + (isLast ? "  " : "│ "));
        }
    }

    private int Add(TreeLineKind kind, Pending place, int method, int merged, TreeSum total, TreeSum self)
    {
        int id = _lines.Count + 1;
        TreeLine line = new(kind, id, place.ParentId, place.Depth, _process, method, merged, total, self);
        _lines.Add(line with { Lead = place.Lead, Whole = _whole });
        return id;
    }

    private void SetAside(Shown shown)
    {
        _small += shown.Folded;
        _smallSum += shown.Rest;
    }

    // How many nodes behind this one go into its line: methods of others where each leads to the next and to nothing else worth a line.
    // Of own ones it is what the compiler made of one method.
    private (int Passed, TreeLineKind Kind) PassedFrom(int node, Shown shown)
    {
        int passed = 0;
        bool isOwn = MethodAt(node).IsOwn;
        while (shown.Nodes is [int next])
        {
            if (!(isOwn ? MethodAt(node).Written == MethodAt(next).Written : IsPassed(node, shown) && IsOthers(next)))
                break;
            node = next;
            shown = ShownBelow(node);
            passed++;
        }

        return (passed, isOwn || passed + 1 < LeastRun ? TreeLineKind.Method : TreeLineKind.Run);
    }

    private bool IsPassed(int node, Shown shown)
    {
        double least = Math.Max(_least, double.Epsilon);
        return shown.Rest.Size(_byWeight) < least && tree.SelfOf(node).Size(_byWeight) < least;
    }

    private bool IsOthers(int node) => MethodAt(node) is { Kind: TreeFrameKind.Method, IsOwn: false } && !IsCallOfOthers(node);

    // What an own method calls, or the one that the tree is about, where nothing below it is own.
    // Its name says what was done, and all below it how.
    private bool IsCallOfOthers(int node)
    {
        if (MethodAt(node) is not { Kind: TreeFrameKind.Method, IsOwn: false } || _leadsToOwn.Contains(node))
            return false;
        int caller = tree.MethodOf(tree.ParentOf(node));
        return caller == CallTree.Root ? options.IsOfMethod : profile.Methods[caller].IsOwn;
    }

    private TreeMethod MethodAt(int node) => profile.Methods[tree.MethodOf(node)];

    private void FindOwn(int root)
    {
        _leadsToOwn.Clear();
        List<int> shown = [root];
        for (int i = 0; i < shown.Count; i++)
        {
            foreach (int child in tree.ChildrenOf(shown[i]))
            {
                if (tree.TotalOf(child).Size(_byWeight) >= _least)
                    shown.Add(child);
            }
        }

        for (int i = shown.Count - 1; i > 0; i--)
        {
            if (MethodAt(shown[i]).IsOwn || _leadsToOwn.Contains(shown[i]))
                _leadsToOwn.Add(tree.ParentOf(shown[i]));
        }
    }

    private Shown ShownBelow(int node)
    {
        List<int> nodes = [];
        TreeSum rest = default;
        int folded = 0;
        foreach (int child in tree.ChildrenOf(node))
        {
            TreeSum sum = tree.TotalOf(child);
            if (sum.Size(_byWeight) >= _least)
            {
                nodes.Add(child);
                continue;
            }

            folded++;
            rest += sum;
        }

        nodes.Sort(Compare);
        return new Shown([.. nodes], folded, rest);
    }

    private int Compare(int left, int right)
    {
        (TreeSum a, TreeSum b) = (tree.TotalOf(left), tree.TotalOf(right));
        int order = b.Size(_byWeight).CompareTo(a.Size(_byWeight));
        if (order == 0)
            order = b.Count.CompareTo(a.Count);
        if (order == 0)
            order = string.CompareOrdinal(profile.Methods[tree.MethodOf(left)].Name, profile.Methods[tree.MethodOf(right)].Name);
        return order != 0 ? order : left.CompareTo(right);
    }

    /// <summary>A node that is still to come, or with a negative number so many branches that are too small.</summary>
    private readonly record struct Pending(int Node, TreeSum Rest, int? ParentId, int Depth, string Lead, string Indent);

    /// <summary>Nodes below another one that are large enough, the largest first, and what the others come to.</summary>
    private readonly record struct Shown(int[] Nodes, int Folded, TreeSum Rest);
}
