using System.Buffers.Binary;

namespace Fathom.Formats.WindowsPdb;

/// <summary>Goes through the symbols of a stream: each is a u16 with the bytes that follow, a u16 with its kind, and its
/// fields.</summary>
/// <param name="file">The file.</param>
/// <param name="stream">The stream.</param>
/// <param name="at">Where the first symbol is.</param>
/// <param name="end">Where the last one ends.</param>
internal sealed class SymbolCursor(MsfFile file, int stream, long at, long end)
{
    /// <summary>Bytes of length and kind.</summary>
    public const int HeadBytes = 4;

    private const int BufferBytes = 1 << 16;
    private const int MostFieldBytes = 64;

    private readonly byte[] _buffer = new byte[BufferBytes];
    private long _bufferAt;
    private int _buffered;
    private long _next = at;

    /// <summary>Where the symbol is.</summary>
    public long At { get; private set; }

    /// <summary>What it is.</summary>
    public int Kind { get; private set; }

    /// <summary>The first of its fields: 64 bytes at most, fewer where it is shorter.</summary>
    public ReadOnlySpan<byte> Fields => _buffer.AsSpan((int)(At + HeadBytes - _bufferAt), FieldBytes);

    private int FieldBytes { get; set; }

    /// <summary>Goes on to the next one.</summary>
    /// <returns>False behind the last one, and where the next makes no sense.</returns>
    public bool Next()
    {
        At = _next;
        if (At > end - HeadBytes || !Buffer(HeadBytes))
            return false;
        ReadOnlySpan<byte> head = _buffer.AsSpan((int)(At - _bufferAt));
        int bytes = BinaryPrimitives.ReadUInt16LittleEndian(head) - sizeof(ushort);
        Kind = BinaryPrimitives.ReadUInt16LittleEndian(head[sizeof(ushort)..]);
        _next = At + HeadBytes + bytes;
        FieldBytes = Math.Min(MostFieldBytes, bytes);
        return bytes >= 0 && _next <= end && Buffer(HeadBytes + FieldBytes);
    }

    private bool Buffer(int bytes)
    {
        if (At < _bufferAt || At + bytes > _bufferAt + _buffered)
            (_bufferAt, _buffered) = (At, file.Read(stream, At, _buffer.AsSpan(0, (int)Math.Min(BufferBytes, end - At))));
        return At + bytes <= _bufferAt + _buffered;
    }
}
