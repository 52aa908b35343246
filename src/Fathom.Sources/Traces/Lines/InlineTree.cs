using System.Buffers.Binary;

namespace Fathom.Sources.Traces.Lines;

/// <summary>
/// The methods that the compiler inlined into code of a method, and which pieces of the code are theirs. Its bytes begin with u32 count of nodes and
/// u32 count of pieces. A node is u64 method, u32 offset of its call in the IL of its caller, u32 first child, u32 next sibling; 0 stands for none.
/// A piece is u32 offset in the IL, u32 node, u32 offset in the code, u8 kind. Node 0 is the method itself.
/// </summary>
internal sealed class InlineTree
{
    private const int HeadBytes = 8;
    private const int NodeBytes = 20;
    private const int PieceBytes = 13;

    private readonly ulong[] _methods;
    private readonly int[] _calls;
    private readonly int[] _parents;
    private readonly InlinePiece[] _pieces;
    private readonly IlPieces _order;

    private InlineTree(ulong[] methods, int[] calls, int[] parents, InlinePiece[] pieces, uint[] native)
    {
        (_methods, _calls, _parents, _pieces) = (methods, calls, parents, pieces);
        _order = new IlPieces(native, [.. Enumerable.Range(0, pieces.Length)]);
    }

    /// <summary>How many pieces of code it has.</summary>
    public int Count => _pieces.Length;

    /// <summary>The numbers of the inlined methods at the runtime.</summary>
    public ReadOnlySpan<ulong> Methods => _methods.AsSpan(1);

    /// <summary>Reads one.</summary>
    /// <param name="bytes">What the runtime tells, all parts of it.</param>
    /// <returns>Null where it is damaged.</returns>
    public static InlineTree? TryRead(ReadOnlySpan<byte> bytes)
    {
        if (bytes.Length < HeadBytes)
            return null;
        long nodeCount = U32(bytes, 0), pieceCount = U32(bytes, sizeof(uint));
        if (nodeCount == 0 || HeadBytes + (nodeCount * NodeBytes) + (pieceCount * PieceBytes) != bytes.Length)
            return null;
        ReadOnlySpan<byte> nodes = bytes[HeadBytes..], rest = nodes[(int)(nodeCount * NodeBytes)..];
        ulong[] methods = new ulong[nodeCount];
        int[] calls = new int[nodeCount];
        for (int i = 0; i < methods.Length; i++)
            (methods[i], calls[i]) = (BinaryPrimitives.ReadUInt64LittleEndian(nodes[(i * NodeBytes)..]), (int)U32(nodes, (i * NodeBytes) + 8));
        if (ParentsOf(nodes, methods.Length) is not { } parents)
            return null;
        InlinePiece[] pieces = new InlinePiece[pieceCount];
        uint[] native = new uint[pieceCount];
        for (int i = 0; i < pieces.Length; i++)
        {
            uint node = U32(rest, (i * PieceBytes) + 4);
            if (node >= nodeCount)
                return null;
            (pieces[i], native[i]) = (new InlinePiece((int)node, (int)U32(rest, i * PieceBytes)), U32(rest, (i * PieceBytes) + 8));
        }

        return new InlineTree(methods, calls, parents, pieces, native);
    }

    /// <summary>What the instruction at an offset of the code was compiled from; null before the first piece.</summary>
    public InlinePiece? Find(ulong offset) => _order.Find(offset) is >= 0 and int index ? _pieces[index] : null;

    /// <summary>The number of a node's method at the runtime.</summary>
    public ulong MethodOf(int node) => _methods[node];

    /// <summary>Where a node was called: the node of its caller, and the offset of the call in the IL of that.</summary>
    public InlinePiece CallOf(int node) => new(_parents[node], _calls[node]);

    // A node that is reached twice would lead around in a circle.
    private static int[]? ParentsOf(ReadOnlySpan<byte> nodes, int count)
    {
        int[] parents = new int[count];
        bool[] isSeen = new bool[count];
        isSeen[0] = true;
        Stack<int> open = new([0]);
        while (open.TryPop(out int parent))
        {
            for (uint child = U32(nodes, (parent * NodeBytes) + 12); child != 0; child = U32(nodes, ((int)child * NodeBytes) + 16))
            {
                if (child >= count || isSeen[child])
                    return null;
                (parents[child], isSeen[child]) = (parent, true);
                open.Push((int)child);
            }
        }

        return parents;
    }

    private static uint U32(ReadOnlySpan<byte> bytes, int at) => BinaryPrimitives.ReadUInt32LittleEndian(bytes[at..]);
}
