namespace Fathom.Sources.Pending;

/// <summary>A task that has not completed.</summary>
/// <param name="Address">Its address.</param>
/// <param name="Shape">Number of its shape.</param>
/// <param name="State">Of a call with a state machine: where that stands. Of others: the state flags.</param>
/// <param name="Awaited">Address of what it waits for; 0 where none is kept.</param>
/// <param name="Continuation">Address of what is told when it completes; 0 for nothing.</param>
internal record struct PendingTask(ulong Address, int Shape, int State, ulong Awaited, ulong Continuation);
