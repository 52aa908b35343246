using System.Buffers.Binary;
using System.Text;

namespace Fathom.Formats.PerfData.Fields;

/// <summary>Goes through a section of a recording, and never beyond its end.</summary>
internal ref struct SectionCursor(ReadOnlySpan<byte> bytes)
{
    private readonly ReadOnlySpan<byte> _bytes = bytes;
    private int _next;

    public readonly int Left => _bytes.Length - _next;

    public bool TryBytes(ulong count, out ReadOnlySpan<byte> found)
    {
        bool isThere = TryRange(count, out Range where);
        found = isThere ? _bytes[where] : default;
        return isThere;
    }

    public bool TryBytes(int count, out ReadOnlySpan<byte> found) => TryBytes((ulong)count, out found);

    public bool TryRange(ulong count, out Range where)
    {
        where = default;
        if (count > (ulong)Left)
            return false;
        where = new Range(_next, _next + (int)count);
        _next += (int)count;
        return true;
    }

    public bool TryU32(out uint value)
    {
        bool isThere = TryBytes(sizeof(uint), out ReadOnlySpan<byte> bytes);
        value = isThere ? BinaryPrimitives.ReadUInt32LittleEndian(bytes) : 0;
        return isThere;
    }

    public bool TryU64(out ulong value)
    {
        bool isThere = TryBytes(sizeof(ulong), out ReadOnlySpan<byte> bytes);
        value = isThere ? BinaryPrimitives.ReadUInt64LittleEndian(bytes) : 0;
        return isThere;
    }

    /// <summary>Text that ends with a zero.</summary>
    public bool TryText(out string text)
    {
        int length = _bytes[_next..].IndexOf((byte)0);
        text = length < 0 ? "" : Encoding.UTF8.GetString(_bytes.Slice(_next, length));
        _next += length + 1;
        return length >= 0;
    }

    /// <summary>Text behind its length, which counts the zeros at its end.</summary>
    public bool TryString(out string text)
    {
        text = "";
        if (!TryU32(out uint length) || !TryBytes(length, out ReadOnlySpan<byte> bytes))
            return false;
        text = Encoding.UTF8.GetString(RecordFields.UpToZero(bytes));
        return true;
    }
}
