namespace Fathom.Model.Scheduling;

/// <summary>A thread within a trace, and its time in each state; they add up to <see cref="LifeNs"/>.</summary>
/// <param name="Thread">Its number in the trace.</param>
/// <param name="Tid">Its thread id.</param>
/// <param name="StartNs">Its start, or that of the trace.</param>
/// <param name="EndNs">Its end, or that of the trace.</param>
/// <param name="BeganInTrace">Whether it began in the trace.</param>
/// <param name="EndedInTrace">Whether it ended in the trace.</param>
/// <param name="RunningNs">Time on a processor.</param>
/// <param name="ReadyNs">Time in which it waited for a processor.</param>
/// <param name="WaitingNs">Time in which it waited for something else.</param>
/// <param name="UnknownNs">Time of unknown state.</param>
public readonly record struct ThreadLife(int Thread, int Tid, long StartNs, long EndNs, bool BeganInTrace, bool EndedInTrace, long RunningNs, long ReadyNs, long WaitingNs, long UnknownNs)
{
    /// <summary>From begin to end.</summary>
    public long LifeNs => EndNs - StartNs;
}
