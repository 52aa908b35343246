namespace Fathom.Capture.Recording;

/// <summary>What is saved at once of a ring: one save that was asked for, or several whose time one recording holds.</summary>
/// <param name="FirstNs">The moment of the first one, on CLOCK_MONOTONIC.</param>
/// <param name="LastNs">That of the last one: the end of the recording.</param>
/// <param name="Count">How many were asked for.</param>
/// <param name="Causes">The conditions that led to them; none for what somebody asked for.</param>
internal sealed record AskedSave(long FirstNs, long LastNs, int Count, IReadOnlyList<SaveCause> Causes);
