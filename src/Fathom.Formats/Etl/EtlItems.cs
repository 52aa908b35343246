using System.Buffers.Binary;

namespace Fathom.Formats.Etl;

/// <summary>The items behind the head of an event, one after the other (<c>foreach</c>).</summary>
/// <param name="bytes">All of them.</param>
internal ref struct EtlItems(ReadOnlySpan<byte> bytes)
{
    /// <summary>The activity that began that of the event.</summary>
    public const int RelatedActivity = 1;

    /// <summary>Addresses of 4 bytes behind a number of 8.</summary>
    public const int Stack32 = 5;

    /// <summary>Addresses of 8 bytes behind a number of 8.</summary>
    public const int Stack64 = 6;

    /// <summary>Name and fields of an event that describes itself.</summary>
    public const int Schema = 0x0B;

    /// <summary>Name of its provider.</summary>
    public const int Traits = 0x0C;

    private const int HeadBytes = 8;

    private ReadOnlySpan<byte> _rest = bytes;

    /// <summary>Kind of the item that <see cref="MoveNext"/> came to.</summary>
    public int Kind { get; private set; }

    /// <summary>Its content.</summary>
    public ReadOnlySpan<byte> Content { get; private set; }

    /// <summary>This.</summary>
    public readonly EtlItems Current => this;

    /// <summary>This.</summary>
    public readonly EtlItems GetEnumerator() => this;

    /// <summary>Where the items of a record end, which is where its payload begins.</summary>
    /// <param name="record">The record.</param>
    /// <param name="at">Where they begin.</param>
    public static int EndOf(ReadOnlySpan<byte> record, int at)
    {
        bool another = true;
        while (another && record.Length - at >= HeadBytes)
        {
            int size = BinaryPrimitives.ReadUInt16LittleEndian(record[at..]);
            another = (record[at + 4] & 1) != 0;
            if (size < HeadBytes || size > record.Length - at)
                return at;
            at += size;
        }

        return at;
    }

    /// <summary>Goes to the next item.</summary>
    public bool MoveNext()
    {
        if (_rest.Length < HeadBytes)
            return false;
        int size = BinaryPrimitives.ReadUInt16LittleEndian(_rest);
        int content = BinaryPrimitives.ReadUInt16LittleEndian(_rest[6..]);
        if (size < HeadBytes || size > _rest.Length)
            return false;
        Kind = BinaryPrimitives.ReadUInt16LittleEndian(_rest[2..]);
        Content = _rest.Slice(HeadBytes, Math.Min(content, size - HeadBytes));
        _rest = _rest[size..];
        return true;
    }
}
