namespace Fathom.Model.Scheduling;

/// <summary>A wait of a thread with what was on its stack.</summary>
/// <param name="ProcessId">The process.</param>
/// <param name="StackId">The stack with which it left its processor; 0 for none.</param>
/// <param name="ToldStackId">What the runtime tells of the same time, where the stack was cut before it came to managed methods; else 0.</param>
/// <param name="StartNs">When.</param>
/// <param name="WaitNs">How long it waited.</param>
/// <param name="ReadyNs">How long it then was ready.</param>
/// <param name="IsOpen">Whether one of its ends is outside of the trace.</param>
/// <param name="IsUnknown">Whether its waking or end is missing in the trace.</param>
public readonly record struct StackWait(uint ProcessId, uint StackId, uint ToldStackId, long StartNs, long WaitNs, long ReadyNs, bool IsOpen, bool IsUnknown);
