namespace Fathom.Sources.Pending;

/// <summary>
/// Chains of calls as a tree: beneath the root is what is waited for, beneath it the calls that wait for it, and beneath each of these its callers. Equal
/// chains are one node, so that they are counted without a text for each.
/// </summary>
internal sealed class ChainTree
{
    /// <summary>Number of the root.</summary>
    public const int Root = 0;

    /// <summary>Calls that are told at each end of a long chain.</summary>
    public const int ShownCalls = 20;

    private readonly List<Node> _nodes = [default];
    private readonly Dictionary<(int Parent, ChainFrame Frame), int> _numbers = [];

    /// <summary>The node of a frame beneath another one.</summary>
    /// <param name="parent">Number of the node that the frame waits for.</param>
    /// <param name="frame">The frame.</param>
    public int Below(int parent, ChainFrame frame)
    {
        if (_numbers.TryGetValue((parent, frame), out int number))
            return number;
        number = _nodes.Count;
        _numbers.Add((parent, frame), number);
        int depth = parent == Root ? 0 : _nodes[parent].Depth + 1;
        _nodes.Add(new Node(parent, frame, depth, depth <= ShownCalls ? number : _nodes[parent].Inner, parent == Root ? number : _nodes[parent].End));
        return number;
    }

    /// <summary>What a chain waits for in the end.</summary>
    /// <param name="node">Number of its outermost call.</param>
    public ChainFrame EndOf(int node) => _nodes[_nodes[node].End].Frame;

    /// <summary>Calls of a chain.</summary>
    /// <param name="node">Number of its outermost call.</param>
    public int DepthOf(int node) => _nodes[node].Depth;

    /// <summary>The calls of a chain, innermost first; of a long one those at its ends.</summary>
    /// <param name="node">Number of its outermost call.</param>
    /// <param name="omitted">Calls between them that are left out; they belong behind the first <see cref="ShownCalls"/>.</param>
    public List<ChainFrame> CallsOf(int node, out int omitted)
    {
        int depth = _nodes[node].Depth;
        omitted = Math.Max(0, depth - (2 * ShownCalls));
        List<ChainFrame> calls = [];
        int at = node;
        for (int outer = Math.Min(ShownCalls, depth - ShownCalls); outer > 0; outer--)
        {
            calls.Add(_nodes[at].Frame);
            at = _nodes[at].Parent;
        }

        for (at = _nodes[node].Inner; _nodes[at].Depth > 0; at = _nodes[at].Parent)
            calls.Add(_nodes[at].Frame);
        calls.Reverse();
        return calls;
    }

    private readonly record struct Node(int Parent, ChainFrame Frame, int Depth, int Inner, int End);
}
