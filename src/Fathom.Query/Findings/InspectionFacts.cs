namespace Fathom.Query.Findings;

/// <summary>What a look at the objects of a heap covered.</summary>
/// <param name="ObjectBytes">Bytes of objects.</param>
/// <param name="FreeBytes">Bytes of free blocks between them.</param>
/// <param name="PinnedBytes">Bytes of objects that handles pin.</param>
/// <param name="ReadyCount">Objects that wait for the finalizer thread.</param>
/// <param name="ReadyCountBefore">The same when the watch began; null for a dump.</param>
/// <param name="FinalizerStands">Whether the finalizer thread was in one place at both ends of the watch; null where that is not known.</param>
internal sealed record InspectionFacts(long ObjectBytes, long FreeBytes, long PinnedBytes, long ReadyCount, long? ReadyCountBefore, bool? FinalizerStands)
{
    /// <summary>Strings.</summary>
    public long StringCount { get; init; }

    /// <summary>Bytes of all but one string of each text.</summary>
    public long StringWastedBytes { get; init; }
}
