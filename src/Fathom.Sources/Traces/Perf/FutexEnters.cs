using Fathom.Formats.PerfData.Records;
using Fathom.Model.Scheduling;

namespace Fathom.Sources.Traces.Perf;

/// <summary>The stacks with which threads entered waits for futexes, until they leave their processor there.</summary>
/// <remarks>
/// A thread that leaves its processor at the same place of the program where it entered the call waits in that call: what is on its stack has not changed since. What it has of its stack
/// itself when it leaves is cut in the C library, which has no frame pointers. An entry stands for one wait: another one at the same place may be of a call whose entry was lost.
/// </remarks>
internal sealed class FutexEnters
{
    private readonly Dictionary<int, (SyscallEntry Entry, ulong Place)> _byThread = [];

    /// <summary>A thread enters a wait.</summary>
    /// <param name="sample">The sample.</param>
    /// <param name="entry">The call, and its stack.</param>
    public void Enter(in PerfSample sample, SyscallEntry entry)
    {
        if (entry.StackId > 0 && PlaceOf(in sample) is > 0 and var place)
            _byThread[sample.Tid] = (entry, place);
        else
            _byThread.Remove(sample.Tid);
    }

    /// <summary>A thread leaves its processor.</summary>
    /// <param name="tid">The thread.</param>
    /// <param name="stop">Why.</param>
    /// <param name="sample">The switch.</param>
    /// <returns>The entry of the wait that it is in; nothing where it waits elsewhere, or none is known.</returns>
    public SyscallEntry Leave(int tid, ThreadStop stop, in PerfSample sample)
    {
        if (stop == ThreadStop.Preempted || !_byThread.TryGetValue(tid, out (SyscallEntry Entry, ulong Place) last))
            return default;
        // It may wait for a page before it waits for the futex.
        if (stop != ThreadStop.Uninterruptible)
            _byThread.Remove(tid);
        return last.Place == PlaceOf(in sample) ? last.Entry : default;
    }

    /// <summary>A thread began or ended: its number may have been that of another one.</summary>
    public void Forget(int tid) => _byThread.Remove(tid);

    /// <summary>Records were lost: an entry that is known need not be the last one.</summary>
    public void Forget() => _byThread.Clear();

    // The innermost frame of the program.
    private static ulong PlaceOf(in PerfSample sample)
    {
        ReadOnlySpan<ulong> chain = sample.Callchain;
        int marker = chain.IndexOf(CallchainMarker.User);
        return marker >= 0 && marker + 1 < chain.Length ? chain[marker + 1] : UserRegisterOrder.InstructionOf(sample.Event.Attributes.UserRegisters, sample.UserRegisters);
    }
}
