using System.Buffers;
using System.Text;

namespace Fathom.Render.Protobuf;

/// <summary>
/// Writes a message of Protocol Buffers (https://protobuf.dev/programming-guides/encoding/): fields in any order, without length, end or name.
/// <code>
/// field    tag, then the value
/// tag      number of the field * 8 + kind, as varint
/// kind 0   a whole number as varint: seven bits in a byte, the lowest first, the eighth bit set where more follow;
///          a negative one as 64 bits of two's complement, so in ten bytes
/// kind 2   length in bytes as varint, then that many bytes: a text in UTF-8, another message, or the varints of a list ("packed")
/// </code>
/// A field that is 0 may be left out; one that stands several times is a list. Kinds 1 and 5 (64 and 32 bits) are not needed here.
/// </summary>
internal sealed class ProtoWriter
{
    private const int NumberKind = 0;
    private const int BytesKind = 2;
    private readonly ArrayBufferWriter<byte> _bytes = new();

    /// <summary>Adds a whole number; none for 0.</summary>
    public void Number(int field, long value)
    {
        if (value == 0)
            return;
        Varint(((ulong)field << 3) | NumberKind);
        Varint((ulong)value);
    }

    /// <summary>Adds a text, an empty one too: in a list each has its place.</summary>
    public void Text(int field, string value) => Bytes(field, Encoding.UTF8.GetBytes(value));

    /// <summary>Adds another message, and empties that for the next one.</summary>
    public void Message(int field, ProtoWriter message)
    {
        Bytes(field, message._bytes.WrittenSpan);
        message._bytes.ResetWrittenCount();
    }

    /// <summary>Adds a list of whole numbers in packed form; none for an empty one.</summary>
    public void Numbers(int field, ReadOnlySpan<long> values)
    {
        if (values.Length == 0)
            return;
        ProtoWriter packed = new();
        foreach (long value in values)
            packed.Varint((ulong)value);
        Message(field, packed);
    }

    /// <summary>Hands over what was written, and begins anew.</summary>
    public void MoveTo(Stream to)
    {
        to.Write(_bytes.WrittenSpan);
        _bytes.ResetWrittenCount();
    }

    private void Bytes(int field, ReadOnlySpan<byte> value)
    {
        Varint(((ulong)field << 3) | BytesKind);
        Varint((ulong)value.Length);
        _bytes.Write(value);
    }

    private void Varint(ulong value)
    {
        while (value >= 0x80)
        {
            Add((byte)(value | 0x80));
            value >>= 7;
        }

        Add((byte)value);
    }

    private void Add(byte one)
    {
        _bytes.GetSpan(1)[0] = one;
        _bytes.Advance(1);
    }
}
