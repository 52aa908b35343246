using Fathom.Model;

namespace Fathom.Sources.GcDump;

/// <summary>Turns the node bytes of a gcdump file into arrays.</summary>
internal static class GcDumpNodes
{
    private const int NodesPerStopCheck = 1 << 20;

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
                throw reader.Damaged($"node {node} of {positions.Length} makes no sense");
        }

        firstChild[positions.Length] = (int)children;
        int[] childOf = new int[children];
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
                throw reader.Damaged($"node {node} of {positions.Length} goes over the end of the node bytes");
        }

        return new GcDumpGraph(types, typeOf, sizeOf, addresses, firstChild, childOf, root);
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
