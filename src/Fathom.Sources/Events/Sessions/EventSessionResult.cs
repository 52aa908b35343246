namespace Fathom.Sources.Events.Sessions;

/// <summary>What a session gave.</summary>
/// <param name="End">How it ended.</param>
/// <param name="Events">Events that were read.</param>
/// <param name="DroppedEvents">Events that found no room in the target's buffers.</param>
/// <param name="UnreadableEvents">Events and blocks of events that could not be read.</param>
/// <param name="Bytes">Bytes that were read.</param>
/// <param name="Problem">One sentence on an end that is not complete; null else.</param>
public sealed record EventSessionResult(
    EventSessionEnd End, long Events, long DroppedEvents, long UnreadableEvents, long Bytes, string? Problem)
{
    /// <summary>Whether nothing is missing.</summary>
    public bool IsWhole => End == EventSessionEnd.Complete && DroppedEvents == 0 && UnreadableEvents == 0;
}
