using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Fathom.Formats.NetTrace.Cutting;

/// <summary>Makes blocks of events, and of kinds of events, with whole heads (<see cref="EventBlobReader"/> has the form).</summary>
internal sealed class PlainEvents
{
    private const int HeadBytes = 20;
    private const int BlobHeadBytes = 80;
    private const uint NotSorted = 0x8000_0000;

    private readonly ArrayBufferWriter<byte> _block = new(1 << 12);
    private long _first = long.MaxValue;
    private long _last = long.MinValue;

    public PlainEvents() => Clear();

    public bool IsEmpty => _block.WrittenCount == HeadBytes;

    public long Bytes => _block.WrittenCount;

    /// <summary>Adds an event as it was read.</summary>
    public void Add(in EventHeader at, ReadOnlySpan<byte> payload)
    {
        Span<byte> head = stackalloc byte[BlobHeadBytes];
        BinaryPrimitives.WriteInt32LittleEndian(head, BlobHeadBytes - sizeof(int) + payload.Length);
        BinaryPrimitives.WriteUInt32LittleEndian(head[4..], at.MetadataId | (at.IsSorted ? 0 : NotSorted));
        BinaryPrimitives.WriteUInt32LittleEndian(head[8..], at.SequenceNumber);
        BinaryPrimitives.WriteUInt64LittleEndian(head[12..], at.ThreadId);
        BinaryPrimitives.WriteUInt64LittleEndian(head[20..], at.CaptureThreadId);
        BinaryPrimitives.WriteUInt32LittleEndian(head[28..], at.Processor);
        BinaryPrimitives.WriteUInt32LittleEndian(head[32..], at.StackId);
        BinaryPrimitives.WriteInt64LittleEndian(head[36..], at.Ticks);
        at.ActivityId.TryWriteBytes(head[44..]);
        at.RelatedActivityId.TryWriteBytes(head[60..]);
        BinaryPrimitives.WriteInt32LittleEndian(head[76..], payload.Length);
        _block.Write(head);
        _block.Write(payload);
        _block.Write("\0\0\0"u8[..(-_block.WrittenCount & 3)]);
        (_first, _last) = (Math.Min(_first, at.Ticks), Math.Max(_last, at.Ticks));
    }

    /// <summary>Adds a kind of event.</summary>
    public void AddKind(uint id, string provider, int eventId, int version)
    {
        ArrayBufferWriter<byte> kind = new();
        kind.Write(BitConverter.GetBytes(id));
        kind.Write(MemoryMarshal.AsBytes((provider + '\0').AsSpan()));
        kind.Write(BitConverter.GetBytes(eventId));
        // No name, keywords, the version, the level, no fields.
        kind.Write(new byte[2 + 8]);
        kind.Write(BitConverter.GetBytes(version));
        kind.Write(new byte[4 + 4]);
        Add(new EventHeader(), kind.WrittenSpan);
    }

    /// <summary>The block; it is empty behind that.</summary>
    public byte[] Take()
    {
        byte[] block = _block.WrittenSpan.ToArray();
        if (_first <= _last)
        {
            BinaryPrimitives.WriteInt64LittleEndian(block.AsSpan(4), _first);
            BinaryPrimitives.WriteInt64LittleEndian(block.AsSpan(12), _last);
        }

        Clear();
        return block;
    }

    private void Clear()
    {
        _block.ResetWrittenCount();
        _block.Write((ReadOnlySpan<byte>)[HeadBytes, 0, 0, 0]);
        _block.Write(new byte[HeadBytes - 4]);
        (_first, _last) = (long.MaxValue, long.MinValue);
    }
}
