namespace Fathom.Formats.GcDump;

/// <summary>Decodes one node's bytes.</summary>
/// <remarks>
/// A node is a row of packed integers: type index * 2 + (1 = a size follows), the size where it follows, the number of children, and each
/// child's node index relative to the own one. A packed integer is 1 to 5 bytes of 7 bits, the highest bits first, bit 7 = another byte follows;
/// bit 6 of the first byte is the sign.
/// </remarks>
internal ref struct GcDumpNodeDecoder(ReadOnlySpan<byte> nodes, uint position)
{
    private readonly ReadOnlySpan<byte> _nodes = nodes;
    private uint _next = position;

    /// <summary>Whether a read went over the end; the values are 0 from there on.</summary>
    public bool Overrun { get; private set; }

    /// <summary>Position of the next byte.</summary>
    public readonly uint Position => _next;

    /// <summary>Bytes behind the current position.</summary>
    public readonly int Remaining => _nodes.Length - (int)Math.Min(_next, (uint)_nodes.Length);

    /// <summary>Reads a packed integer.</summary>
    public int ReadPacked()
    {
        byte current = ReadByte();
        int value = current << 25 >> 25;
        for (int more = 0; more < 4 && (current & 0x80) != 0; more++)
        {
            current = ReadByte();
            value = (value << 7) + (current & 0x7F);
        }

        return value;
    }

    private byte ReadByte()
    {
        if (_next < (uint)_nodes.Length)
            return _nodes[(int)_next++];
        Overrun = true;
        return 0;
    }
}
