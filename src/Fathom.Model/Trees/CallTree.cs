using System.Runtime.CompilerServices;

namespace Fathom.Model.Trees;

/// <summary>
/// Calls as a tree for each process. A sample counts once in each node that it comes by.
/// Calls of a method by itself, one directly in the other, are one node. The total of a node is its self and the totals of its children.
/// </summary>
public sealed class CallTree
{
    /// <summary>The method of a node that stands for a process, or for the method that a tree is about.</summary>
    public const int Root = -1;

    private const int FirstSlots = 1 << 12;
    private readonly Dictionary<int, int> _roots = [];
    private int[] _methods = new int[FirstSlots / 2];
    private int[] _parents = new int[FirstSlots / 2];
    private TreeSum[] _totals = new TreeSum[FirstSlots / 2];
    private TreeSum[] _selves = new TreeSum[FirstSlots / 2];
    private int[] _slots = new int[FirstSlots];
    private int[] _childStarts = [];
    private int[] _children = [];
    private int[] _ends = [];

    private CallTree()
    {
    }

    /// <summary>How many nodes there are. A node stands behind its parent.</summary>
    public int Count { get; private set; }

    /// <summary>The roots: the node of each process that has any, by its position in the profile.</summary>
    public IReadOnlyDictionary<int, int> Roots => _roots;

    /// <summary>From the bases of the threads to what was running.</summary>
    /// <param name="profile">The stacks.</param>
    /// <param name="allFrames">Whether native frames that lead to managed code are in it.</param>
    public static CallTree TopDown(StackProfile profile, bool allFrames) =>
        Build(profile, (tree, root, frames, skipped, sum) => tree.Add(root, frames, allFrames ? 0 : skipped, frames.Length, sum));

    /// <summary>From some methods to what they call: of each stack behind their outermost call.</summary>
    /// <param name="profile">The stacks.</param>
    /// <param name="isAsked">For each method whether it is one of them.</param>
    public static CallTree Callees(StackProfile profile, bool[] isAsked) => Build(profile, (tree, root, frames, _, sum) =>
    {
        int next = Outermost(frames, isAsked) + 1;
        if (next == 0)
            return Root;
        while (next < frames.Length && isAsked[frames[next]])
            next++;
        return tree.Add(root, frames, next, frames.Length, sum);
    });

    /// <summary>From some methods to who calls them, and on to where threads begin: of each stack before their outermost call.</summary>
    /// <param name="profile">The stacks.</param>
    /// <param name="isAsked">For each method whether it is one of them.</param>
    /// <param name="allFrames">Whether native frames that lead to managed code are in it.</param>
    public static CallTree Callers(StackProfile profile, bool[] isAsked, bool allFrames) =>
        Build(profile, (tree, root, frames, skipped, sum) =>
        {
            int at = Outermost(frames, isAsked);
            return at < 0 ? Root : tree.Add(root, frames, at - 1, allFrames || at < skipped ? -1 : skipped - 1, sum);
        });

    /// <summary>The method of a node, or <see cref="Root"/>.</summary>
    public int MethodOf(int node) => _methods[node];

    /// <summary>The node above a node; -1 above a root.</summary>
    public int ParentOf(int node) => _parents[node];

    /// <summary>What was measured while it, or what is below it, was on the stack.</summary>
    public TreeSum TotalOf(int node) => _totals[node];

    /// <summary>What was measured where the stack goes no further than to it.</summary>
    public TreeSum SelfOf(int node) => _selves[node];

    /// <summary>The nodes below a node, in no order.</summary>
    public ReadOnlySpan<int> ChildrenOf(int node) => _children.AsSpan(_childStarts[node], _childStarts[node + 1] - _childStarts[node]);

    /// <summary>Of a tree from the bases of threads: the node that a stack of the profile ends in.</summary>
    public int EndOf(int stack) => _ends[stack];

    private delegate int Adding(CallTree tree, int root, ReadOnlySpan<int> frames, int skipped, TreeSum sum);

    private static CallTree Build(StackProfile profile, Adding add)
    {
        CallTree tree = new() { _ends = new int[profile.Stacks.Length] };
        for (int at = 0; at < profile.Stacks.Length; at++)
        {
            ref readonly StackWeight stack = ref profile.Stacks[at];
            TreeSum sum = new(stack.Weight, stack.Count, stack.HasWeight);
            if (!tree._roots.TryGetValue(stack.Process, out int root))
                tree._roots.Add(stack.Process, root = tree.NewNode(Root, Root));
            tree._ends[at] = add(tree, root, profile.FramesOf(stack), stack.Base, sum);
        }

        tree.LinkChildren();
        foreach ((int process, int root) in tree._roots.ToArray())
        {
            if (tree._totals[root].Count == 0)
                tree._roots.Remove(process);
        }

        return tree;
    }

    private static int Outermost(ReadOnlySpan<int> frames, bool[] isAsked)
    {
        for (int i = 0; i < frames.Length; i++)
        {
            if (isAsked[frames[i]])
                return i;
        }

        return -1;
    }

    // From the first frame to the one before the end, forwards or backwards.
    private int Add(int root, ReadOnlySpan<int> frames, int first, int end, TreeSum sum)
    {
        int node = root, before = Root, step = first <= end ? 1 : -1;
        _totals[node] += sum;
        for (int i = first; i != end; i += step)
        {
            int method = frames[i];
            if (method == before)
                continue;
            node = Child(node, method);
            _totals[node] += sum;
            before = method;
        }

        _selves[node] += sum;
        return node;
    }

    // Open addressing over node numbers: a dictionary of pairs takes twice as long for millions of frames.
    private int Child(int parent, int method)
    {
        int mask = _slots.Length - 1;
        for (int slot = Hash(parent, method) & mask; ; slot = (slot + 1) & mask)
        {
            int node = _slots[slot] - 1;
            if (node < 0)
            {
                node = NewNode(parent, method);
                _slots[slot] = node + 1;
                if (Count * 2 > _slots.Length)
                    Grow();
                return node;
            }

            if (_parents[node] == parent && _methods[node] == method)
                return node;
        }
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private static int Hash(int parent, int method) => (int)(((((ulong)(uint)parent << 32) | (uint)method) * 0x9E3779B97F4A7C15UL) >> 33);

    private int NewNode(int parent, int method)
    {
        if (Count == _methods.Length)
        {
            Array.Resize(ref _methods, Count * 2);
            Array.Resize(ref _parents, Count * 2);
            Array.Resize(ref _totals, Count * 2);
            Array.Resize(ref _selves, Count * 2);
        }

        (_methods[Count], _parents[Count]) = (method, parent);
        return Count++;
    }

    private void Grow()
    {
        int[] slots = new int[_slots.Length * 2];
        int mask = slots.Length - 1;
        for (int node = 0; node < Count; node++)
        {
            if (_methods[node] == Root)
                continue;
            int slot = Hash(_parents[node], _methods[node]) & mask;
            while (slots[slot] != 0)
                slot = (slot + 1) & mask;
            slots[slot] = node + 1;
        }

        _slots = slots;
    }

    private void LinkChildren()
    {
        int[] starts = new int[Count + 1];
        for (int node = 0; node < Count; node++)
        {
            if (_parents[node] >= 0)
                starts[_parents[node] + 1]++;
        }

        for (int node = 0; node < Count; node++)
            starts[node + 1] += starts[node];
        int[] children = new int[starts[Count]], next = [.. starts];
        for (int node = 0; node < Count; node++)
        {
            if (_parents[node] >= 0)
                children[next[_parents[node]]++] = node;
        }

        (_childStarts, _children) = (starts, children);
    }
}
