using Fathom.Recorder.Kernel.Start;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>Which of the kernel's own records of a processor's switches tell what no other event does. One for each ring; nothing is allocated.</summary>
/// <remarks>
/// <code>
/// sched_switch   the tracepoint, in the thread that leaves
/// SWITCH out     its head has the bits out, and whether it could run; the body the process and thread that come
/// SWITCH in      the body has the process and thread that left; the trailer of each has the thread itself
/// </code>
/// <para>On some machines nothing comes while certain threads run, the idle one among them: neither their tracepoint nor their two records. Who comes after them tells who left.</para>
/// <para>Turns of pool threads have no tracepoint on purpose: what is said of two of them, of which the first could run on, is left out too.</para>
/// </remarks>
/// <param name="hasTracepoints">Whether switches are recorded as tracepoints too; else all records tell something new.</param>
/// <param name="leftOut">Threads whose turns are left out; null where none are.</param>
internal sealed class ToldSwitches(bool hasTracepoints, PoolTids? leftOut)
{
    private const ulong Out = 1UL << 45;
    private const ulong CouldRun = 1UL << 46;

    private const uint Nobody = uint.MaxValue - 1;

    // Who left last, by the tracepoint and by the record.
    private uint _told = Nobody;
    private uint _left = Nobody;
    private bool _isLeftTold;
    private bool _couldRun;

    /// <summary>A tracepoint of a switch came.</summary>
    /// <param name="tid">The thread that leaves.</param>
    public void Tell(uint tid) => _told = tid;

    /// <summary>Whether a record is kept.</summary>
    /// <param name="head">Its first 8 bytes.</param>
    /// <param name="other">The thread that left, or that comes.</param>
    /// <param name="tid">The thread itself.</param>
    public bool Keeps(ulong head, uint other, uint tid)
    {
        if (!hasTracepoints)
            return true;
        if ((head & Out) != 0)
        {
            (_left, _isLeftTold, _couldRun, _told) = (tid, _told == tid, (head & CouldRun) != 0, Nobody);
            return !_isLeftTold && tid != 0 && !IsTurn(tid, other);
        }

        // A thread of which nothing is told comes and leaves without either record: what was told before is of another one.
        bool isTold = _told == other || (_left == other && _isLeftTold), isTurn = _left == other && IsTurn(other, tid);
        (_told, _left, _isLeftTold, _couldRun) = (Nobody, Nobody, false, false);
        return !isTold && !isTurn;
    }

    private bool IsTurn(uint left, uint came) => leftOut is not null && _couldRun && leftOut.Has(left) && leftOut.Has(came);
}
