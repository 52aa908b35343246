using System.Buffers.Binary;
using System.Text;
using Fathom.Formats.PerfData.Records;

namespace Fathom.Formats.PerfData.Writing;

/// <summary>Puts fields of records behind one another in memory; the size in a record's head is filled in when it ends.</summary>
public sealed class RecordBytes
{
    /// <summary>The most that the 16 bits of a record's size can say, in whole words.</summary>
    public const int MostBytes = ushort.MaxValue & ~7;

    private const int HeadBytes = 8;
    private const int SizePlace = 6;

    private byte[] _bytes = new byte[4096];
    private int _start;

    /// <summary>Bytes so far.</summary>
    public int Length { get; private set; }

    /// <summary>What was written.</summary>
    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, Length);

    /// <summary>Forgets what was written.</summary>
    public void Clear() => Length = 0;

    /// <summary>Begins a record.</summary>
    /// <param name="type">Its kind.</param>
    /// <param name="misc">Bits of its head.</param>
    public RecordBytes Begin(PerfRecordType type, int misc = 0)
    {
        _start = Length;
        return U32((uint)type).U16((ushort)misc).U16(0);
    }

    /// <summary>Ends a record: it becomes a multiple of 8 bytes long.</summary>
    /// <param name="trailerBytes">Bytes for thread, time and id behind it; all zero, which tells that it was made up.</param>
    public void End(int trailerBytes = 0)
    {
        Zeros(((8 - ((Length - _start) & 7)) & 7) + trailerBytes);
        EndAsIs();
    }

    /// <summary>Ends a record without padding.</summary>
    public void EndAsIs()
    {
        int size = Length - _start;
        if (size is < HeadBytes or > ushort.MaxValue)
            throw new InvalidOperationException($"A record of {size} bytes does not fit its size field.");
        BinaryPrimitives.WriteUInt16LittleEndian(_bytes.AsSpan(_start + SizePlace), (ushort)size);
    }

    /// <summary>Adds a number of 1 byte.</summary>
    public RecordBytes U8(byte value)
    {
        Room(1)[0] = value;
        return this;
    }

    /// <summary>Adds a number of 2 bytes.</summary>
    public RecordBytes U16(ushort value)
    {
        BinaryPrimitives.WriteUInt16LittleEndian(Room(2), value);
        return this;
    }

    /// <summary>Adds a number of 4 bytes.</summary>
    public RecordBytes U32(uint value)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(Room(4), value);
        return this;
    }

    /// <summary>Adds a number of 4 bytes with a sign.</summary>
    public RecordBytes I32(int value) => U32((uint)value);

    /// <summary>Adds a number of 8 bytes.</summary>
    public RecordBytes U64(ulong value)
    {
        BinaryPrimitives.WriteUInt64LittleEndian(Room(8), value);
        return this;
    }

    /// <summary>Adds bytes as they are.</summary>
    public RecordBytes Bytes(ReadOnlySpan<byte> value)
    {
        value.CopyTo(Room(value.Length));
        return this;
    }

    /// <summary>Adds zeros.</summary>
    public RecordBytes Zeros(int count)
    {
        Room(count).Clear();
        return this;
    }

    /// <summary>Adds a text that a zero ends.</summary>
    public RecordBytes Text(string value) => Bytes(Encoding.UTF8.GetBytes(value)).U8(0);

    /// <summary>Adds a text as feature sections have it: u32 length, bytes, zeros up to the length, which is a multiple of 64.</summary>
    public RecordBytes PaddedText(string value)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(value);
        int length = (bytes.Length + 1 + 63) & ~63;
        return U32((uint)length).Bytes(bytes).Zeros(length - bytes.Length);
    }

    private Span<byte> Room(int count)
    {
        if (Length + count > _bytes.Length)
            Array.Resize(ref _bytes, Math.Max(_bytes.Length * 2, Length + count));
        Span<byte> room = _bytes.AsSpan(Length, count);
        Length += count;
        return room;
    }
}
