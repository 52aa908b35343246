namespace Fathom.Model.Scheduling;

/// <summary>Gets what <see cref="ThreadStates"/> finds. Slices of one thread come in their order, those of different threads as they end.</summary>
public interface ISchedulingSink
{
    /// <summary>A span of one state ended.</summary>
    void OnSlice(in ThreadSlice slice);

    /// <summary>A wait ended.</summary>
    void OnWait(in ThreadWait wait);

    /// <summary>A thread ended, or the trace did.</summary>
    void OnThread(in ThreadLife thread);

    /// <summary>Switches are missing.</summary>
    void OnGap(in SchedulingGap gap);
}
