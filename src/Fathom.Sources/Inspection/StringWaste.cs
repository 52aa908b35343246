namespace Fathom.Sources.Inspection;

/// <summary>What the strings of a heap are worth.</summary>
/// <param name="Count">Strings.</param>
/// <param name="SizeBytes">Bytes of them.</param>
/// <param name="WastedBytes">Bytes of all but one string of each text.</param>
/// <param name="UnreadCount">Strings that were not told apart.</param>
/// <param name="Worst">The texts that waste most.</param>
internal sealed record StringWaste(long Count, long SizeBytes, long WastedBytes, long UnreadCount, IReadOnlyList<DuplicateText> Worst)
{
    /// <summary>No strings.</summary>
    public static StringWaste None { get; } = new(0, 0, 0, 0, []);
}
