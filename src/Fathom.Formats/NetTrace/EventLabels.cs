namespace Fathom.Formats.NetTrace;

/// <summary>The labels of an event of version 6, one after the other (<c>foreach</c>). Valid until the event has been handled.</summary>
/// <remarks>
/// <code>
/// label = u8 kind, content; the high bit of the kind: the last one of its list
/// 1, 2, 3 16 bytes     4, 8 u64     5 text key, text     6 text key, number with sign     7, 9, 10 u8     text = V size, UTF-8
/// </code>
/// </remarks>
public ref struct EventLabels
{
    private PayloadReader _reader;

    internal EventLabels(ReadOnlySpan<byte> list) => _reader = new PayloadReader(list, 8);

    /// <summary>The label that <see cref="MoveNext"/> came to.</summary>
    public EventLabel Current { get; private set; }

    /// <summary>This.</summary>
    public readonly EventLabels GetEnumerator() => this;

    /// <summary>Goes to the next label.</summary>
    public bool MoveNext()
    {
        if (_reader.Remaining == 0 || !TryRead(ref _reader, out EventLabel label, out _))
            return false;
        Current = label;
        return true;
    }

    /// <summary>Reads a label. False where it makes no sense.</summary>
    internal static bool TryRead(scoped ref PayloadReader reader, out EventLabel label, out bool isLast)
    {
        byte tag = reader.Byte();
        isLast = tag >= 0x80;
        EventLabelKind kind = (EventLabelKind)(tag & 0x7F);
        ReadOnlySpan<byte> key = kind is EventLabelKind.Text or EventLabelKind.Number ? reader.Utf8() : default;
        ReadOnlySpan<byte> bytes = kind switch
        {
            EventLabelKind.Activity or EventLabelKind.RelatedActivity or EventLabelKind.TraceId => reader.Bytes(16),
            EventLabelKind.Text => reader.Utf8(),
            _ => default,
        };
        long number = kind switch
        {
            EventLabelKind.SpanId or EventLabelKind.Keywords => reader.Int64(),
            EventLabelKind.Number => reader.VarInt64(),
            EventLabelKind.OpCode or EventLabelKind.Level or EventLabelKind.Version => reader.Byte(),
            _ => 0,
        };
        label = new EventLabel(kind, key, bytes, number);
        return !reader.IsShort && kind is >= EventLabelKind.Activity and <= EventLabelKind.Version;
    }
}
