namespace Fathom.Formats.NetTrace;

/// <summary>Goes through the events of one event block, or the kinds of event of one metadata block, which are laid out the same way.</summary>
/// <remarks>
/// <code>
/// u16 header size, u16 flags (1: compressed), i64 first, i64 last time, more up to the header size
/// then until the end of the block, compressed (V = 7 bits a byte, the lowest first):
///   u8 flags
///   1    V metadata id                                else that of the event before
///   2    V step of the sequence number, V capture thread, V processor
///        then in each case sequence number + 1, unless the metadata id is 0
///   4    V thread      8  V stack      V time since the event before
///   16   guid activity            32  guid related activity
///   64   this event is in order   128 V payload size          then the payload
/// or not compressed: i32 size, u32 metadata id (the high bit: not in order), u32 sequence number, i64 thread, i64 capture thread,
///   i32 processor, i32 stack, i64 time, guid activity, guid related activity, i32 payload size, payload, zeros up to a multiple of 4
/// </code>
/// <para>In version 6 a list of labels stands for the two activities: compressed under flag 16 as V number (flag 32 means nothing), else as u32 number.
/// Threads are numbers of the stream's own list there, and nothing is filled up with zeros.</para>
/// </remarks>
internal ref struct EventBlobReader
{
    private const int LeastHeader = 20;

    private readonly bool _isCompressed;
    private readonly bool _hasLabels;
    private PayloadReader _reader;

    /// <summary>The event that <see cref="Next"/> came to.</summary>
    public EventHeader Header;

    /// <summary>Starts before the first event.</summary>
    public EventBlobReader(ReadOnlySpan<byte> block, bool hasLabels = false)
    {
        _hasLabels = hasLabels;
        _reader = new PayloadReader(block, 8);
        int size = _reader.UInt16();
        _isCompressed = (_reader.UInt16() & 1) != 0;
        if (size < LeastHeader)
            IsDamaged = true;
        else
            _reader.Skip(size - 4);
        IsDamaged |= _reader.IsShort;
    }

    /// <summary>Whether the block ended at a place that makes no sense.</summary>
    public bool IsDamaged { get; private set; }

    /// <summary>Goes to the next event. False at the end of the block.</summary>
    public bool Next(out ReadOnlySpan<byte> payload)
    {
        payload = default;
        if (IsDamaged || _reader.Remaining == 0)
            return false;
        if (_isCompressed)
            ReadCompressed();
        else
            ReadPlain();
        payload = _reader.Bytes(Header.PayloadBytes);
        if (!_isCompressed && !_hasLabels)
            _reader.Skip(Math.Min(-_reader.Position & 3, _reader.Remaining));
        IsDamaged = _reader.IsShort;
        return !IsDamaged;
    }

    private void ReadCompressed()
    {
        byte flags = _reader.Byte();
        if ((flags & 1) != 0)
            Header.MetadataId = _reader.VarUInt32();
        if ((flags & 2) != 0)
        {
            Header.SequenceNumber += _reader.VarUInt32();
            Header.CaptureThreadId = _reader.VarUInt64();
            Header.Processor = _reader.VarUInt32();
        }

        if (Header.MetadataId != 0)
            Header.SequenceNumber++;
        if ((flags & 4) != 0)
            Header.ThreadId = _reader.VarUInt64();
        if ((flags & 8) != 0)
            Header.StackId = _reader.VarUInt32();
        Header.Ticks += (long)_reader.VarUInt64();
        if ((flags & (16 | 32)) != 0)
            ReadLabels(flags);
        Header.IsSorted = (flags & 64) != 0;
        if ((flags & 128) != 0)
            Header.PayloadBytes = _reader.VarUInt32();
    }

    private void ReadLabels(byte flags)
    {
        if (_hasLabels)
        {
            if ((flags & 16) != 0)
                Header.LabelListId = _reader.VarUInt32();
            return;
        }

        if ((flags & 16) != 0)
            Header.ActivityId = _reader.Guid();
        if ((flags & 32) != 0)
            Header.RelatedActivityId = _reader.Guid();
    }

    private void ReadPlain()
    {
        _reader.Int32();
        uint kind = _reader.UInt32();
        Header.MetadataId = kind & 0x7FFF_FFFF;
        Header.IsSorted = kind < 0x8000_0000;
        Header.SequenceNumber = _reader.UInt32();
        Header.ThreadId = _reader.UInt64();
        Header.CaptureThreadId = _reader.UInt64();
        Header.Processor = _reader.UInt32();
        Header.StackId = _reader.UInt32();
        Header.Ticks = _reader.Int64();
        if (_hasLabels)
        {
            Header.LabelListId = _reader.UInt32();
        }
        else
        {
            Header.ActivityId = _reader.Guid();
            Header.RelatedActivityId = _reader.Guid();
        }

        Header.PayloadBytes = _reader.UInt32();
    }
}
