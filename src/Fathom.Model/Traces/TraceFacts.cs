namespace Fathom.Model.Traces;

/// <summary>What a reader of a view on a trace must know of it.</summary>
/// <param name="File">File name.</param>
/// <param name="Format">Its format, such as perf.data.</param>
/// <param name="Machine">Name of the machine; null where the file does not tell.</param>
/// <param name="DurationNs">Time from its first to its last time stamp.</param>
/// <param name="IsWholeMachine">Whether all threads of the machine were recorded.</param>
/// <param name="SampleCount">Samples of all events.</param>
/// <param name="LostCount">Records and samples that the recorder says were lost.</param>
/// <param name="TruncatedStackCount">Call chains that were cut.</param>
/// <param name="NoWaits">Why waits cannot be told; null where they can.</param>
/// <param name="Naming">Frames of all samples and those that have names, by kind, most first.</param>
public sealed record TraceFacts(
    string File,
    string Format,
    string? Machine,
    long DurationNs,
    bool IsWholeMachine,
    long SampleCount,
    long LostCount,
    long TruncatedStackCount,
    string? NoWaits,
    IReadOnlyList<(string Kind, long Frames, long Named)> Naming);
