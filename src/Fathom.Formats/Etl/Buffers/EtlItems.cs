using System.Buffers.Binary;

namespace Fathom.Formats.Etl.Buffers;

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

    /// <summary>Counts of the processor's counters.</summary>
    public const int Counters = 8;

    /// <summary>The number of a sample that the processor wrote itself.</summary>
    public const int OwnSample = 7;

    /// <summary>A number of 8 bytes, and the key of 4 bytes of a stack.</summary>
    public const int StackKey32 = 0x11;

    /// <summary>A number of 8 bytes, and the key of 8 bytes of a stack.</summary>
    public const int StackKey64 = 0x12;

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

    /// <summary>Whether it is a stack, or the key of one.</summary>
    public readonly bool IsStack => Kind is Stack32 or Stack64 or StackKey32 or StackKey64 && Content.Length >= sizeof(ulong);

    /// <summary>Whether a stack stands as its key.</summary>
    public readonly bool IsKey => Kind is StackKey32 or StackKey64;

    /// <summary>Bytes of an address, or of a key.</summary>
    public readonly int PointerSize => Kind is Stack32 or StackKey32 ? sizeof(uint) : sizeof(ulong);

    /// <summary>What a stack shares with the event that has its other half; 0 where it is whole.</summary>
    public readonly ulong Match => BinaryPrimitives.ReadUInt64LittleEndian(Content);

    /// <summary>Addresses, or a key.</summary>
    public readonly ReadOnlySpan<byte> Addresses => Content[sizeof(ulong)..];

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
