namespace Fathom.Query.Info;

/// <summary>A fact of a recording that is compared with that of another.</summary>
/// <param name="Part">What it belongs to, see <see cref="RecordingSheet"/>.</param>
/// <param name="Item">Which one of several; null for the recording or its machine.</param>
/// <param name="Name">Its name.</param>
/// <param name="Value">Its value as text.</param>
/// <param name="IsFigure">Whether it is different at any moment.</param>
internal readonly record struct SheetFact(string Part, string? Item, string Name, string Value, bool IsFigure = false)
{
    /// <summary>What tells it from the others of the recording.</summary>
    public (string Part, string? Item, string Name) Key => (Part, Item, Name);
}
