using Fathom.Recorder.Kernel.Start;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>
/// Decides which of the kernel's own switch records of a processor are kept: those that add something to the tracepoints. Each ring has one filter. It allocates nothing.
/// </summary>
/// <remarks>
/// The kernel writes up to three events for each switch:
/// <code>
/// sched_switch   the tracepoint, written by the thread that leaves
/// SWITCH out     its header says that the thread leaves and whether it could run on; its body names the thread that comes
/// SWITCH in      its body names the thread that left; the trailer of both records names their own thread
/// </code>
/// <para>
/// On some machines the kernel writes none of the three for certain threads, such as the idle thread. Then only the SWITCH in of the next thread names the one that left.
/// </para>
/// <para>Switches between two pool threads, where the first could run on, have no tracepoint on purpose. The filter drops their records as well.</para>
/// </remarks>
/// <param name="hasTracepoints">Whether switches are recorded as tracepoints too. If not, the filter keeps all records.</param>
/// <param name="leftOut">The pool threads. Null if their switches are recorded.</param>
internal sealed class SwitchFilter(bool hasTracepoints, PoolTids? leftOut)
{
    private const ulong Out = 1UL << 45;
    private const ulong CouldRun = 1UL << 46;

    private const uint Nobody = uint.MaxValue - 1;

    // The thread that left last, as the tracepoint and as the record name it.
    private uint _leftByTracepoint = Nobody;
    private uint _leftByRecord = Nobody;
    private bool _hadTracepoint;
    private bool _couldRun;

    /// <summary>Notes that the tracepoint of a switch came.</summary>
    /// <param name="tid">The thread that leaves.</param>
    public void OnTracepoint(uint tid) => _leftByTracepoint = tid;

    /// <summary>Whether a record is kept.</summary>
    /// <param name="head">The first 8 bytes of the record.</param>
    /// <param name="other">The thread that left, or the one that comes.</param>
    /// <param name="tid">The thread of the record itself.</param>
    public bool Keeps(ulong head, uint other, uint tid)
    {
        if (!hasTracepoints)
            return true;
        if ((head & Out) != 0)
        {
            (_leftByRecord, _hadTracepoint, _couldRun, _leftByTracepoint) = (tid, _leftByTracepoint == tid, (head & CouldRun) != 0, Nobody);
            return !_hadTracepoint && tid != 0 && !IsTurn(tid, other);
        }

        // A thread without events may have come and gone in between. Then the noted events belong to an earlier switch.
        bool hadTracepoint = _leftByTracepoint == other || (_leftByRecord == other && _hadTracepoint), isTurn = _leftByRecord == other && IsTurn(other, tid);
        (_leftByTracepoint, _leftByRecord, _hadTracepoint, _couldRun) = (Nobody, Nobody, false, false);
        return !hadTracepoint && !isTurn;
    }

    private bool IsTurn(uint left, uint came) => leftOut is not null && _couldRun && leftOut.Has(left) && leftOut.Has(came);
}
