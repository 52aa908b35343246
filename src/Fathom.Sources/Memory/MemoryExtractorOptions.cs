using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Memory;

/// <summary>How the memory of a process is looked at, and the ids that its rows get in the recording.</summary>
public sealed record MemoryExtractorOptions : LookOptions
{
    /// <summary>Whether a process is stopped, so that mappings, pages and heap are of one instant.</summary>
    public bool Stops { get; init; }
}
