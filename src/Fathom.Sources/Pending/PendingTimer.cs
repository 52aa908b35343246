namespace Fathom.Sources.Pending;

/// <summary>A timer that is set.</summary>
/// <param name="Callback">Address of its delegate.</param>
/// <param name="State">Address of what the delegate is given.</param>
/// <param name="DueMs">When it fires, in milliseconds of the machine's monotonic clock.</param>
/// <param name="PeriodMs">How often it fires; <see cref="uint.MaxValue"/> for once.</param>
internal readonly record struct PendingTimer(ulong Callback, ulong State, long DueMs, uint PeriodMs);
