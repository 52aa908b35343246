namespace Fathom.Storage.Parquet;

/// <summary>Reads values of the compact protocol of Thrift, in which Parquet writes its footer. Bytes may be damaged: nothing is believed.</summary>
/// <remarks>
/// Numbers are varints of 7 bits a byte, signed ones zigzag (0, -1, 1, -2, …). A struct is a list of fields up to a byte 0; the head of a field is one byte
/// with the distance to the id of the field before in its upper half (0: the id follows as a number) and the type in the lower one. The head of a list
/// is one byte with its length in the upper half (15: the length follows) and the type in the lower one.
/// </remarks>
internal ref struct ThriftReader(ReadOnlySpan<byte> bytes)
{
    private const int MaxDepth = 32;
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _next;

    /// <summary>Reads the head of a field.</summary>
    /// <param name="id">The id of the field before, 0 at the beginning of a struct; becomes this one's.</param>
    /// <param name="type">Its type.</param>
    /// <returns>False at the end of the struct.</returns>
    public bool ReadField(ref int id, out ThriftType type)
    {
        byte head = ReadByte();
        type = (ThriftType)(head & 0x0F);
        if (head == 0)
            return false;
        int distance = head >> 4;
        id = distance == 0 ? checked((int)ReadInteger()) : id + distance;
        return true;
    }

    /// <summary>Reads the head of a list.</summary>
    /// <returns>The number of members; each takes a byte at least, so more than there are bytes is damage.</returns>
    public int ReadList(out ThriftType type)
    {
        byte head = ReadByte();
        type = (ThriftType)(head & 0x0F);
        ulong count = head >> 4 == 15 ? ReadVarint() : (ulong)(head >> 4);
        return count <= (ulong)(_bytes.Length - _next) ? (int)count : throw Damaged();
    }

    /// <summary>Reads a signed number.</summary>
    public long ReadInteger()
    {
        ulong value = ReadVarint();
        return (long)(value >> 1) ^ -(long)(value & 1);
    }

    /// <summary>Reads bytes with their length in front.</summary>
    public ReadOnlySpan<byte> ReadBytes()
    {
        ulong length = ReadVarint();
        return length <= (ulong)(_bytes.Length - _next) ? Take((int)length) : throw Damaged();
    }

    /// <summary>Passes over a value.</summary>
    public void Skip(ThriftType type, int depth = 0)
    {
        if (depth > MaxDepth)
            throw Damaged();
        switch (type)
        {
            case ThriftType.True or ThriftType.False:
                break;
            case ThriftType.Byte:
                Take(1);
                break;
            case ThriftType.Int16 or ThriftType.Int32 or ThriftType.Int64:
                ReadVarint();
                break;
            case ThriftType.Double:
                Take(sizeof(double));
                break;
            case ThriftType.Binary:
                ReadBytes();
                break;
            case ThriftType.List or ThriftType.Set:
                for (int left = ReadList(out ThriftType member); left > 0; left--)
                    SkipMember(member, depth);
                break;
            case ThriftType.Struct:
                for (int id = 0; ReadField(ref id, out ThriftType field);)
                    Skip(field, depth + 1);
                break;
            default:
                // Parquet's footer has no maps.
                throw Damaged();
        }
    }

    private static InvalidDataException Damaged() => new("its footer is damaged");

    // Truth values are in the head of a field, and take a byte in a list.
    private void SkipMember(ThriftType type, int depth)
    {
        if (type is ThriftType.True or ThriftType.False)
            Take(1);
        else
            Skip(type, depth + 1);
    }

    private ulong ReadVarint()
    {
        ulong value = 0;
        for (int shift = 0; shift < 64; shift += 7)
        {
            byte part = ReadByte();
            value |= (ulong)(part & 0x7F) << shift;
            if (part < 0x80)
                return value;
        }

        throw Damaged();
    }

    private byte ReadByte() => Take(1)[0];

    private ReadOnlySpan<byte> Take(int count)
    {
        if (count > _bytes.Length - _next)
            throw Damaged();
        ReadOnlySpan<byte> taken = _bytes.Slice(_next, count);
        _next += count;
        return taken;
    }
}
