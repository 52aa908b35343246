namespace Fathom.Model.Scheduling;

/// <summary>A span of time in which a thread had one state. The slices of a thread follow one another without gaps from its begin to its end.</summary>
/// <param name="Thread">The thread, by its number in the trace; a thread id can come again.</param>
/// <param name="State">What it did.</param>
/// <param name="StartNs">Begin.</param>
/// <param name="EndNs">End.</param>
/// <param name="Cpu">Processor that it ran on; -1 where it did not run.</param>
/// <param name="StackId">Stack with which it left the processor before; 0 where none is known, and while it runs.</param>
/// <param name="IsPreempted">Whether it is ready because another thread took its place.</param>
public readonly record struct ThreadSlice(int Thread, ScheduleState State, long StartNs, long EndNs, int Cpu, int StackId, bool IsPreempted)
{
    /// <summary>Its length.</summary>
    public long DurationNs => EndNs - StartNs;
}
