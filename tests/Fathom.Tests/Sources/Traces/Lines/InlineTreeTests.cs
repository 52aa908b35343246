using System.Buffers.Binary;
using Fathom.Sources.Traces.Lines;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Lines;

/// <summary>What was inlined into a method, by its bytes.</summary>
public sealed class InlineTreeTests
{
    // 0 has called 1 and 3, and 1 has called 2.
    private static readonly (ulong Method, uint Call, uint Child, uint Sibling)[] s_nodes = [(10, uint.MaxValue, 1, 0), (11, 5, 2, 3), (12, 6, 0, 0), (11, 20, 0, 0)];

    [Theory]
    [InlineData(3, null, 0)]
    [InlineData(4, 0, 0)]
    [InlineData(8, 1, 1)]
    [InlineData(11, 1, 1)]
    [InlineData(12, 2, 7)]
    [InlineData(20, 0, 9)]
    [InlineData(1000, 0, 9)]
    public void An_instruction_belongs_to_the_piece_that_begins_last_before_it(ulong offset, int? node, int il)
    {
        InlineTree tree = InlineTree.TryRead(Bytes(s_nodes, (0, 0, 4), (9, 0, 20), (0, 0, 8), (1, 1, 8), (7, 2, 12)))!;

        InlinePiece? found = tree.Find(offset);

        Assert.Equal(node, found?.Node);
        Assert.Equal(il, found?.Il ?? 0);
    }

    [Fact]
    public void Each_node_knows_who_called_it()
    {
        InlineTree tree = InlineTree.TryRead(Bytes(s_nodes, (0, 0, 0)))!;

        Assert.Equal([new(0, 5), new(1, 6), new(0, 20)], [tree.CallOf(1), tree.CallOf(2), tree.CallOf(3)]);
        Assert.Equal([11, 12, 11], tree.Methods.ToArray());
    }

    [Fact]
    public void Nodes_in_a_circle_nodes_that_are_not_there_and_wrong_sizes_are_damage()
    {
        Assert.Null(InlineTree.TryRead(Bytes([(10, 0, 1, 0), (11, 0, 1, 0)], (0, 0, 0))));
        Assert.Null(InlineTree.TryRead(Bytes([(10, 0, 1, 0), (11, 0, 0, 1)], (0, 0, 0))));
        Assert.Null(InlineTree.TryRead(Bytes([(10, 0, 7, 0)], (0, 0, 0))));
        Assert.Null(InlineTree.TryRead(Bytes(s_nodes, (0, 4, 0))));
        Assert.Null(InlineTree.TryRead(Bytes([])));
        byte[] whole = Bytes(s_nodes, (0, 0, 0));
        for (int length = 0; length < whole.Length; length++)
            Assert.Null(InlineTree.TryRead(whole.AsSpan(0, length)));
    }

    [Fact]
    public void Damaged_bytes_have_a_tree_whose_nodes_all_lead_to_the_method_or_none()
    {
        Random random = new(5);
        byte[] whole = Bytes(s_nodes, (0, 0, 0), (3, 1, 9), (4, 2, 12), (5, 3, 30));
        for (int i = 0; i < 20_000; i++)
        {
            byte[] damaged = [.. whole];
            for (int change = random.Next(1, 4); change > 0; change--)
                damaged[random.Next(damaged.Length)] = (byte)random.Next(random.Next(2) == 0 ? 6 : 256);
            if (InlineTree.TryRead(damaged) is not { } tree || tree.Find((ulong)random.Next(40)) is not { } piece)
                continue;
            int steps = 0;
            for (int node = piece.Node; node > 0; node = tree.CallOf(node).Node)
                Assert.True(steps++ < s_nodes.Length);
        }
    }

    internal static byte[] Bytes((ulong Method, uint Call, uint Child, uint Sibling)[] nodes, params (int Il, uint Node, uint Native)[] pieces)
    {
        List<byte> bytes = [];
        U32((uint)nodes.Length);
        U32((uint)pieces.Length);
        foreach ((ulong method, uint call, uint child, uint sibling) in nodes)
        {
            U32((uint)method);
            U32((uint)(method >> 32));
            U32(call);
            U32(child);
            U32(sibling);
        }

        foreach ((int il, uint node, uint native) in pieces)
        {
            U32((uint)il);
            U32(node);
            U32(native);
            bytes.Add(2);
        }

        return [.. bytes];

        void U32(uint value)
        {
            byte[] four = new byte[sizeof(uint)];
            BinaryPrimitives.WriteUInt32LittleEndian(four, value);
            bytes.AddRange(four);
        }
    }
}
