namespace Fathom.Model.Tables;

/// <summary>
/// A text that one row has for itself, as a key that only the sink knows which gave it out. Unlike a <see cref="TextId"/> it is compared with no other text and is forgotten when its
/// row is written, so the number of different texts is not limited. It must be in exactly one row that is handed to the sink.
/// </summary>
public readonly record struct RawText(ulong Key)
{
    /// <summary>No text; NULL in the table.</summary>
    public static RawText None => default;

    /// <summary>Whether there is a text.</summary>
    public bool HasValue => Key != 0;
}
