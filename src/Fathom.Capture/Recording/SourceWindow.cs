namespace Fathom.Capture.Recording;

/// <summary>A source of a recording, and from when to when it was recorded.</summary>
/// <param name="File">Its file in the raw folder.</param>
/// <param name="Kind">What it is: kernel, or runtime.</param>
/// <param name="ProcessId">The process that it is of; null for the machine.</param>
/// <param name="StartNs">Begin on CLOCK_MONOTONIC.</param>
/// <param name="StopNs">End.</param>
/// <param name="Bytes">Its size.</param>
public sealed record SourceWindow(string File, string Kind, int? ProcessId, long StartNs, long StopNs, long Bytes);
