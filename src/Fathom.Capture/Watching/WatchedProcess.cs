using Fathom.Sources.Machine.Processes;

namespace Fathom.Capture.Watching;

/// <summary>A process that is watched. One that was restarted is another.</summary>
/// <param name="ProcessId">Its number in the recording, from 1.</param>
/// <param name="Facts">What was known of it when its watch began.</param>
public sealed record WatchedProcess(uint ProcessId, ProcessFacts Facts)
{
    /// <summary>Age at the start of the watch, nanoseconds: the age at a sample is this and its time stamp.</summary>
    public required long AgeAtStartNs { get; init; }
}
