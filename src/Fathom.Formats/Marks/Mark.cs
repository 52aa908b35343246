namespace Fathom.Formats.Marks;

/// <summary>A moment that somebody marked from outside of the program.</summary>
/// <param name="TsNs">When, in ns of CLOCK_MONOTONIC.</param>
/// <param name="Pid">The process that asked for it.</param>
/// <param name="Text">What it says.</param>
public readonly record struct Mark(long TsNs, int Pid, string Text);
