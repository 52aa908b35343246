using Fathom.Model;

namespace Fathom.Formats.GcDump;

/// <summary>Turns the node bytes of a gcdump file into arrays.</summary>
internal static class GcDumpNodes
{
    private const int NodesPerStopCheck = 1 << 20;

    // Its type and the number of its references, 0, and a size.
    private const int LongestUndescribed = 3;

    /// <summary>Decodes every node: heads first, to know the number of references and to refuse impossible ones, then the references.</summary>
    /// <exception cref="FathomException">A node lies outside, has an unknown type, or refers to a node that does not exist.</exception>
    public static GcDumpGraph Decode(
        FastSerializationReader reader, GcDumpType[] types, uint[] positions, byte[] nodes, ulong[] addresses, int root, CancellationToken stop)
    {
        int[] typeOf = new int[positions.Length];
        int[] sizeOf = new int[positions.Length];
        int[] firstChild = new int[positions.Length + 1];
        long children = 0;
        for (int node = 0; node < positions.Length; node++)
        {
            if (node % NodesPerStopCheck == 0)
                stop.ThrowIfCancellationRequested();
            GcDumpNodeDecoder decoder = new(nodes, positions[node]);
            firstChild[node] = (int)children;
            children += ReadHead(ref decoder, types, out typeOf[node], out sizeOf[node]);
            if (decoder.Overrun || children > nodes.Length || typeOf[node] < 0)
                throw reader.Damaged($"node {node} of {positions.Length} is invalid");
        }

        firstChild[positions.Length] = (int)children;
        int[] childOf = new int[children];
        uint? shared = null;
        long used = 0;
        for (int node = 0; node < positions.Length; node++)
        {
            if (node % NodesPerStopCheck == 0)
                stop.ThrowIfCancellationRequested();
            GcDumpNodeDecoder decoder = new(nodes, positions[node]);
            ReadHead(ref decoder, types, out _, out _);
            for (int i = firstChild[node]; i < firstChild[node + 1]; i++)
            {
                int child = node + decoder.ReadPacked();
                if ((uint)child >= (uint)positions.Length)
                    throw reader.Damaged($"node {node} refers to node {child} of {positions.Length}");
                childOf[i] = child;
            }

            if (decoder.Overrun)
                throw reader.Damaged($"node {node} of {positions.Length} exceeds the node bytes");
            // All nodes that were never described share one place.
            if (types[typeOf[node]].Name == GcDumpType.Undefined && shared == positions[node])
                continue;
            shared = types[typeOf[node]].Name == GcDumpType.Undefined ? positions[node] : shared;
            used += decoder.Position - positions[node];
        }

        CheckUsed(reader, used, shared, nodes);
        return new GcDumpGraph(types, typeOf, sizeOf, addresses, firstChild, childOf, root);
    }

    // A writer describes each node once, one behind the other, so that a flipped bit in a position, a size or a number of references shows here as a rule.
    private static void CheckUsed(FastSerializationReader reader, long used, uint? shared, byte[] nodes)
    {
        // The place of undescribed nodes is written also where there are none.
        long unused = nodes.Length - used;
        if (unused != 0 && (shared is not null || unused < 0 || unused > LongestUndescribed))
            throw reader.Damaged($"its nodes take {used} of {nodes.Length} bytes");
    }

    /// <summary>Reads what stands before the references; a type of -1 says that it makes no sense.</summary>
    /// <returns>The number of references, never more than bytes are left.</returns>
    private static int ReadHead(ref GcDumpNodeDecoder decoder, GcDumpType[] types, out int type, out int size)
    {
        int typeAndFlag = decoder.ReadPacked();
        type = typeAndFlag >> 1;
        if ((uint)type >= (uint)types.Length)
        {
            type = -1;
            size = 0;
            return 0;
        }

        size = (typeAndFlag & 1) != 0 ? decoder.ReadPacked() : types[type].SizeBytes;
        int children = decoder.ReadPacked();
        if (children < 0 || children > decoder.Remaining || size < 0)
            type = -1;
        return type < 0 ? 0 : children;
    }
}
