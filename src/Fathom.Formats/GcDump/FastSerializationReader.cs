using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model;

namespace Fathom.Formats.GcDump;

/// <summary>Reads the FastSerialization container: numbers, texts, tags and type objects, through one pooled buffer.</summary>
/// <remarks>
/// <para>The container, all numbers little-endian:</para>
/// <code>
/// i32 20, "!FastSerialization.1"      signature
/// object                              the entry object; everything else hangs on it
/// u8 EndObject                        end of objects
/// i32 count, u32 position * count     forward table: where each skippable region ends
/// u32 position                        trailer: position of the forward table
/// u32 position                        the last 4 bytes of the file: position of the trailer
/// </code>
/// <para>object = u8 tag, type object, fields without tags in the order of the type, tagged fields of later versions, u8 EndObject.
/// A type object is an object whose own type is NullReference, with the fields i32 version, i32 minimum reader version, text name;
/// its second use is an ObjectReference to the position of its tag. Positions have 32 bits, so a file is shorter than 4 GiB.</para>
/// <para>text = i32 number of UTF-16 units (-1 = null), then each unit as 1, 2 or 3 bytes in the manner of UTF-8; a surrogate pair takes 6
/// bytes.</para>
/// <para>Every count is compared with the bytes that are left before memory is taken for it.</para>
/// </remarks>
internal sealed class FastSerializationReader : IDisposable
{
    /// <summary>Longest text that is read, in UTF-16 units; longer ones can be skipped.</summary>
    public const int MaxTextChars = 1024 * 1024;

    private const int BufferSize = 128 * 1024;
    private const int SliceElements = 1024 * 1024;
    private const int MaxForwardReferences = 1024 * 1024;

    private readonly Stream _stream;
    private readonly string _name;
    private readonly byte[] _buffer = ArrayPool<byte>.Shared.Rent(BufferSize);
    private readonly Dictionary<long, SerializedType> _types = [];
    private readonly StringBuilder _text = new();
    private uint[]? _forwardTable;
    private long _bufferStart;
    private int _next;
    private int _end;

    /// <summary>Starts behind the signature.</summary>
    /// <param name="stream">A stream that can seek, at the start of the container.</param>
    /// <param name="name">File name for messages.</param>
    /// <exception cref="FathomException">The signature is absent, or the file is longer than positions can say.</exception>
    public FastSerializationReader(Stream stream, string name)
    {
        _stream = stream;
        _name = name;
        Length = stream.Length;
        if (Length > uint.MaxValue)
            throw FathomException.Target($"'{name}' has {Length} bytes; the gcdump format ends at 4 GiB.", "read a core dump of the process instead");
        Span<byte> head = stackalloc byte[Signature.Length];
        if (Length < head.Length)
            throw NoGcDump($"it has only {Length} bytes");
        Read(head, "the signature");
        if (!head.SequenceEqual(Signature))
            throw NoGcDump("it does not begin with '!FastSerialization.1'");
    }

    /// <summary>The first bytes of every file.</summary>
    public static ReadOnlySpan<byte> Signature => "\x14\0\0\0!FastSerialization.1"u8;

    /// <summary>Bytes of the file.</summary>
    public long Length { get; }

    /// <summary>Position of the next byte.</summary>
    public long Position => _bufferStart + _next;

    /// <summary>Bytes behind <see cref="Position"/>.</summary>
    public long Remaining => Length - Position;

    /// <summary>The error for a file whose content makes no sense at the current position.</summary>
    public FathomException Damaged(string what) => FathomException.Target(
        $"'{_name}' is damaged: {what} (near byte {Position} of {Length}).",
        "copy the file again, or collect a new one");

    /// <summary>Reads one byte. <paramref name="what"/> names the place for the message of a truncated file; so for all methods below.</summary>
    public byte ReadByte(string what) => Take(1, what)[0];

    /// <summary>Reads 4 bytes.</summary>
    public int ReadInt32(string what) => BinaryPrimitives.ReadInt32LittleEndian(Take(4, what));

    /// <summary>Reads 8 bytes.</summary>
    public long ReadInt64(string what) => BinaryPrimitives.ReadInt64LittleEndian(Take(8, what));

    /// <summary>Reads 4 bytes as a number with a fraction.</summary>
    public float ReadSingle(string what) => BinaryPrimitives.ReadSingleLittleEndian(Take(4, what));

    /// <summary>Reads a count of elements that take at least <paramref name="elementBytes"/> each, and refuses one that cannot be true.</summary>
    public int ReadCount(int elementBytes, string what)
    {
        int count = ReadInt32(what);
        if (count < 0 || count > Array.MaxLength || (long)count * elementBytes > Remaining)
            throw Damaged($"{what} claims {(uint)count} entries where {Remaining} bytes are left");
        return count;
    }

    /// <summary>Fills an array of numbers, of any length: a span of bytes ends at 2 GiB, so it goes in slices.</summary>
    public void ReadArray<T>(Span<T> values, string what)
        where T : unmanaged
    {
        for (; !values.IsEmpty; values = values[Math.Min(values.Length, SliceElements)..])
            Read(MemoryMarshal.AsBytes(values[..Math.Min(values.Length, SliceElements)]), what);
    }

    /// <summary>Fills a span of bytes.</summary>
    public void Read(Span<byte> bytes, string what)
    {
        int buffered = Math.Min(_end - _next, bytes.Length);
        _buffer.AsSpan(_next, buffered).CopyTo(bytes);
        _next += buffered;
        bytes = bytes[buffered..];
        if (bytes.IsEmpty)
            return;

        _bufferStart += _end;
        _next = _end = 0;
        int read = _stream.ReadAtLeast(bytes, bytes.Length, throwOnEndOfStream: false);
        _bufferStart += read;
        if (read < bytes.Length)
            throw Truncated(what);
    }

    /// <summary>Goes on at a position that lies ahead.</summary>
    public void SkipTo(long position, string what)
    {
        if (position < Position || position > Length)
            throw Damaged($"{what} ends at byte {position}");
        Seek(position);
    }

    /// <summary>Reads a text; null where the file has null.</summary>
    public string? ReadText(string what)
    {
        int length = ReadInt32(what);
        if (length == -1)
            return null;
        if (length < 0 || length > Remaining || length > MaxTextChars)
            throw Damaged($"{what} claims {(uint)length} characters where {Remaining} bytes are left");
        _text.Clear();
        for (int i = 0; i < length; i++)
            _text.Append(ReadChar(what));
        return _text.ToString();
    }

    /// <summary>Passes over a text of any length.</summary>
    public void SkipText(string what)
    {
        int length = ReadInt32(what);
        if (length < -1 || length > Remaining)
            throw Damaged($"{what} claims {(uint)length} characters where {Remaining} bytes are left");
        for (int i = 0; i < length; i++)
            ReadChar(what);
    }

    /// <summary>Reads the tag of an object or field.</summary>
    public FastSerializationTag ReadTag(string what)
    {
        byte tag = ReadByte(what);
        return tag is >= (byte)FastSerializationTag.NullReference and <= (byte)FastSerializationTag.Blob
            ? (FastSerializationTag)tag
            : throw Damaged($"{what} has the unknown tag {tag}");
    }

    /// <summary>Reads tag and type of an object; its fields come next. Null where the file has no object here.</summary>
    public SerializedType? BeginObject(string what)
    {
        FastSerializationTag tag = ReadTag(what);
        return tag == FastSerializationTag.NullReference ? null : ReadTypeOf(tag, what);
    }

    /// <summary>Reads the type of an object whose tag was read; its fields come next.</summary>
    public SerializedType ReadTypeOf(FastSerializationTag tag, string what) =>
        tag is FastSerializationTag.BeginObject or FastSerializationTag.BeginPrivateObject
            ? ReadType(what)
            : throw Damaged($"{what} begins with the tag {tag}");

    /// <summary>Passes over tagged fields that this reader does not know, up to and including the end of the object.</summary>
    public void EndObject(string what)
    {
        for (FastSerializationTag tag = ReadTag(what); tag != FastSerializationTag.EndObject; tag = ReadTag(what))
            SkipTagged(tag, what);
    }

    /// <summary>Passes over a tagged field whose tag was read.</summary>
    public void SkipTagged(FastSerializationTag tag, string what)
    {
        switch (tag)
        {
            case FastSerializationTag.Byte:
                Take(1, what);
                break;
            case FastSerializationTag.Int16:
                Take(2, what);
                break;
            case FastSerializationTag.Int32:
                Take(4, what);
                break;
            case FastSerializationTag.Int64:
                Take(8, what);
                break;
            case FastSerializationTag.String:
                SkipText(what);
                break;
            case FastSerializationTag.Blob:
                SkipTo(ReadCount(1, what) + Position, what);
                break;
            case FastSerializationTag.SkipRegion:
                SkipTo(EndOfRegion(ReadInt32(what)), what);
                break;
            default:
                throw Damaged($"{what} has the tag {tag} among its fields");
        }
    }

    /// <inheritdoc/>
    public void Dispose() => ArrayPool<byte>.Shared.Return(_buffer);

    private SerializedType ReadType(string what)
    {
        long position = Position;
        FastSerializationTag tag = ReadTag(what);
        if (tag == FastSerializationTag.ObjectReference)
        {
            uint known = (uint)ReadInt32(what);
            return _types.GetValueOrDefault(known) ?? throw Damaged($"{what} has its type at byte {known}, where none is");
        }

        if (tag != FastSerializationTag.BeginObject || ReadTag(what) != FastSerializationTag.NullReference)
            throw Damaged($"{what} has no type");
        SerializedType type = new(ReadInt32(what), ReadInt32(what), ReadText(what) ?? throw Damaged($"{what} has a type without a name"));
        EndObject(what);
        _types.Add(position, type);
        return type;
    }

    private char ReadChar(string what)
    {
        byte first = ReadByte(what);
        if (first < 0x80)
            return (char)first;
        if (first < 0xE0)
            return (char)(((first & 0x1F) << 6) | (ReadByte(what) & 0x3F));
        int middle = (ReadByte(what) & 0x3F) << 6;
        return (char)(((first & 0x0F) << 12) | middle | (ReadByte(what) & 0x3F));
    }

    private uint EndOfRegion(int index)
    {
        _forwardTable ??= ReadForwardTable();
        return (uint)index < (uint)_forwardTable.Length ? _forwardTable[index] : throw Damaged($"region {index} is not in the forward table");
    }

    private uint[] ReadForwardTable()
    {
        const string What = "the forward table";
        long back = Position;
        Seek(Length - 4);
        SeekToPosition(What);
        SeekToPosition(What);
        int count = ReadCount(4, What);
        if (count > MaxForwardReferences)
            throw Damaged($"{What} claims {count} entries");
        uint[] table = new uint[count];
        ReadArray<uint>(table, What);
        Seek(back);
        return table;
    }

    private void SeekToPosition(string what)
    {
        uint position = (uint)ReadInt32(what);
        if (position > Length)
            throw Damaged($"{what} is at byte {position}");
        Seek(position);
    }

    private void Seek(long position)
    {
        _stream.Position = position;
        _bufferStart = position;
        _next = _end = 0;
    }

    private ReadOnlySpan<byte> Take(int count, string what)
    {
        if (_end - _next < count)
            Fill(count, what);
        ReadOnlySpan<byte> bytes = _buffer.AsSpan(_next, count);
        _next += count;
        return bytes;
    }

    private void Fill(int count, string what)
    {
        int kept = _end - _next;
        _buffer.AsSpan(_next, kept).CopyTo(_buffer);
        _bufferStart += _next;
        _next = 0;
        _end = kept + _stream.ReadAtLeast(_buffer.AsSpan(kept), count - kept, throwOnEndOfStream: false);
        if (_end < count)
            throw Truncated(what);
    }

    private FathomException NoGcDump(string why) =>
        FathomException.Target($"'{_name}' is not a gcdump file: {why}.", "give a file that dotnet-gcdump or PerfView wrote");

    private FathomException Truncated(string what) => FathomException.Target(
        $"'{_name}' is cut off: it ends at byte {Length} inside {what}.",
        "copy the file again, or collect a new one");
}
