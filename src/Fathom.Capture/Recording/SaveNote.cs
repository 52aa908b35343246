namespace Fathom.Capture.Recording;

/// <summary>A save of a ring that is done, as the recorder publishes it: a line of its book (<see cref="SaveBook"/>).</summary>
/// <param name="AskedNs">The moment up to which it was asked for, on CLOCK_MONOTONIC.</param>
/// <param name="Recording">Full path of the recording; null where it could not be made.</param>
/// <param name="RawFolder">Full path of the raw files, where they stay.</param>
/// <param name="LengthNs">How much of the time it holds, in nanoseconds.</param>
/// <param name="Failure">Why it was not made, in a sentence.</param>
/// <param name="Lacks">What it lacks, a sentence each.</param>
internal sealed record SaveNote(
    long AskedNs, string? Recording, string? RawFolder, long LengthNs, string? Failure, IReadOnlyList<string> Lacks)
{
    /// <summary>How many saves were asked for that this one is.</summary>
    public int Count { get; init; }

    /// <summary>Whether it was not made because the recorder stops: the recording itself has that time.</summary>
    public bool IsStopping { get; init; }
}
