namespace Fathom.Recorder.Kernel;

/// <summary>What became of an event's occurrences.</summary>
/// <param name="Event">Name of the event.</param>
/// <param name="Counted">How often it happened, as the kernel's own counter has it; null where that counts time and not occurrences.</param>
/// <param name="Kept">Samples in the file.</param>
/// <param name="Own">Samples of the recorder itself, which are left out.</param>
/// <param name="Lost">Those that were dropped because a buffer was full.</param>
/// <param name="Damaged">Those that made no sense when they came, and are not in the file.</param>
/// <param name="IsOnlyCounted">Whether none is meant to be recorded.</param>
public sealed record EventCount(string Event, long? Counted, long Kept, long Own, long Lost, long Damaged = 0, bool IsOnlyCounted = false)
{
    /// <summary>Those that the kernel counted and of which nothing else tells; 0 where it does not count occurrences.</summary>
    public long Missing => Counted is { } counted && !IsOnlyCounted ? Math.Max(0, counted - Kept - Own - Lost - Damaged) : 0;
}
