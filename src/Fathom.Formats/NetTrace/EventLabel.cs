namespace Fathom.Formats.NetTrace;

/// <summary>A label of an event. It refers to the reader's buffer: valid until the event has been handled.</summary>
/// <param name="kind">What it says.</param>
/// <param name="key">Its name in UTF-8; empty but for texts and numbers.</param>
/// <param name="bytes">A text in UTF-8, or the 16 bytes of an identifier; empty else.</param>
/// <param name="number">A number; 0 else.</param>
public readonly ref struct EventLabel(EventLabelKind kind, ReadOnlySpan<byte> key, ReadOnlySpan<byte> bytes, long number)
{
    /// <summary>What it says.</summary>
    public EventLabelKind Kind { get; } = kind;

    /// <summary>Its name in UTF-8; empty but for texts and numbers.</summary>
    public ReadOnlySpan<byte> Key { get; } = key;

    /// <summary>A text in UTF-8, or the 16 bytes of an identifier; empty else.</summary>
    public ReadOnlySpan<byte> Bytes { get; } = bytes;

    /// <summary>A number; 0 else.</summary>
    public long Number { get; } = number;
}
