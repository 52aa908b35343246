using System.Runtime.InteropServices;

namespace Fathom.Formats.Etl;

/// <summary>Goes through the records of one buffer after the other, with one of them in memory.</summary>
/// <param name="parts">The files.</param>
/// <param name="totals">Counts.</param>
internal sealed class BufferCursor(IReadOnlyList<EtlPart> parts, EtlTotals totals)
{
    private const uint Filling = 0xFFFF_FFFF;

    private byte[] _content = [];
    private byte[] _packed = [];
    private int _end;
    private int _at;

    /// <summary>Bytes that it has taken.</summary>
    public int Room => _content.Length + _packed.Length;

    /// <summary>Size of the record that it is at.</summary>
    public int Size { get; private set; }

    /// <summary>Time of that record.</summary>
    public long Ticks { get; private set; }

    /// <summary>The bytes of that record.</summary>
    public ReadOnlySpan<byte> Record => _content.AsSpan(_at, Size);

    /// <summary>Opens a buffer; false where it has no record.</summary>
    /// <param name="buffer">The buffer.</param>
    /// <param name="counts">Whether what is damaged is counted, which happens once for a file.</param>
    public bool Open(in EtlBuffer buffer, bool counts)
    {
        (_at, Size, _end) = (0, 0, 0);
        if (_content.Length < buffer.Used)
            _content = new byte[buffer.Used];
        int wanted = buffer.Used - EtlBuffer.HeadBytes;
        ReadAt read = parts[buffer.Part].Read;
        int got;
        if (buffer.IsCompressed)
        {
            int size = buffer.Size - EtlBuffer.HeadBytes;
            if (_packed.Length < size)
                _packed = new byte[size];
            Span<byte> packed = _packed.AsSpan(0, size);
            packed = packed[..read((ulong)(buffer.Offset + EtlBuffer.HeadBytes), packed)];
            got = Xpress.Inflate(packed, _content.AsSpan(0, wanted));
        }
        else
        {
            got = read((ulong)(buffer.Offset + EtlBuffer.HeadBytes), _content.AsSpan(0, wanted));
        }

        _end = got;
        bool isWhole = got == wanted;
        bool isFirst = Peek(out bool isDamaged);
        if (counts && (!isWhole || isDamaged))
            totals.DamagedBuffers++;
        return isFirst;
    }

    /// <summary>Goes to the next record; false at the end.</summary>
    /// <param name="counts">Whether damage is counted.</param>
    public bool Next(bool counts)
    {
        _at += (Size + 7) & ~7;
        bool isThere = Peek(out bool isDamaged);
        if (isDamaged && counts)
            totals.DamagedBuffers++;
        return isThere;
    }

    private bool Peek(out bool isDamaged)
    {
        isDamaged = false;
        Size = 0;
        int left = _end - _at;
        if (left < 8 || MemoryMarshal.Read<uint>(_content.AsSpan(_at)) == Filling)
            return false;
        if (!EtlRecord.TryPeek(_content.AsSpan(_at, left), out int size, out long ticks))
        {
            isDamaged = true;
            return false;
        }

        Size = size;
        // What has no time of its own has that of the record before.
        Ticks = ticks == 0 ? Ticks : ticks;
        return true;
    }
}
