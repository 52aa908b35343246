namespace Fathom.Model.Tables;

/// <summary>A text of one recording, by its dense number in the <see cref="Interner"/>. Numbers of two recordings have nothing in common.</summary>
public readonly record struct TextId(uint Value)
{
    /// <summary>No text; NULL in the table.</summary>
    public static TextId None => default;

    /// <summary>Whether there is a text.</summary>
    public bool HasValue => Value != 0;
}
