namespace Fathom.Sources.Pending;

/// <summary>An HTTP request that has begun and not ended.</summary>
/// <param name="IsIncoming">Whether the program answers it; otherwise it sends it.</param>
/// <param name="Method">Method of HTTP; null where it is not known.</param>
/// <param name="Target">Path, or address, without what may be secret; null where it is not known.</param>
/// <param name="State">How far it has come.</param>
/// <param name="StartTicks">When it began, as a time stamp of <see cref="System.Diagnostics.Stopwatch"/>; 0 where it is not kept.</param>
internal sealed record PendingRequest(bool IsIncoming, string? Method, string? Target, string State, long StartTicks);
