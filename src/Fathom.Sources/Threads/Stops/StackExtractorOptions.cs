using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Stops;

/// <summary>How threads are looked at, and the ids that the rows get in the recording.</summary>
public sealed record StackExtractorOptions : LookOptions
{
    /// <summary>How long a running process is observed before it is stopped.</summary>
    public TimeSpan Interval { get; init; } = TimeSpan.FromMilliseconds(500);

    /// <summary>Whether the objects of the heap are looked into as well: collections, arrays, delegates, timers and so on. The stop takes longer.</summary>
    public bool InspectsHeap { get; init; }
}
