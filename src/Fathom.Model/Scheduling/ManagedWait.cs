namespace Fathom.Model.Scheduling;

/// <summary>A span in which a managed thread waited, as its runtime tells it. Within it the thread can leave its processor any number of times.</summary>
/// <param name="StartNs">Begin.</param>
/// <param name="EndNs">End.</param>
/// <param name="Kind">What for.</param>
/// <param name="StackId">The managed stack.</param>
/// <param name="IsOpenAtStart">Whether it had begun before the trace.</param>
/// <param name="IsOpenAtEnd">Whether it continued when the trace ended.</param>
public readonly record struct ManagedWait(long StartNs, long EndNs, ManagedWaitKind Kind, uint StackId, bool IsOpenAtStart = false, bool IsOpenAtEnd = false);
