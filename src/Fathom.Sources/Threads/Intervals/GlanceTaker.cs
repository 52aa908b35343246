using System.Diagnostics;
using System.Runtime.InteropServices;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;

namespace Fathom.Sources.Threads.Intervals;

/// <summary>
/// Stops one thread of a running process for a moment and reads where it is. The other threads run on. Belongs to one thread: the kernel lets no other
/// one resume what it has stopped. See <see cref="ProcessStop"/> for why threads are seized.
/// </summary>
/// <param name="memory">The target's memory.</param>
internal sealed unsafe class GlanceTaker(ITargetMemory memory) : IDisposable
{
    // ECHILD: the thread is not ours to wait for any more.
    private const int NoChild = 10;

    private const int StackBytes = 8 * 1024;
    private const int MaxAddresses = 64;

    // A thread that waits for a processor stops when it gets one.
    private static readonly TimeSpan s_limit = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan s_lastLimit = TimeSpan.FromSeconds(5);

    private readonly byte[] _stack = new byte[StackBytes];
    private readonly List<int> _late = [];

    /// <summary>Looks at a thread.</summary>
    /// <param name="threadId">Number of the thread (tid).</param>
    /// <param name="glance">Where it is.</param>
    /// <returns>False where the thread has ended, does not stop in time, or may not be looked at.</returns>
    public bool TryTake(int threadId, out Glance glance)
    {
        glance = default;
        ReleaseLate();
        if (_late.Contains(threadId) || TraceCalls.Ptrace(TraceCalls.PtraceSeize, threadId, 0, 0) < 0)
            return false;
        TraceCalls.Ptrace(TraceCalls.PtraceInterrupt, threadId, 0, 0);
        switch (Wait(threadId, s_limit, out int signal))
        {
            case StopState.Stopped:
                bool isRead = ThreadRegisters.TryRead(threadId, out ThreadRegisters registers);
                if (isRead)
                    glance = new Glance(Follow(registers));
                TraceCalls.Ptrace(TraceCalls.PtraceDetach, threadId, 0, signal);
                return isRead;
            case StopState.Running:
                // It will stop once the order reaches it, and must be let go then.
                _late.Add(threadId);
                return false;
            default:
                return false;
        }
    }

    /// <summary>Lets go of threads that were late to stop.</summary>
    public void Dispose()
    {
        long start = Stopwatch.GetTimestamp();
        SpinWait spin = default;
        for (ReleaseLate(); _late.Count > 0 && Stopwatch.GetElapsedTime(start) < s_lastLimit; ReleaseLate())
            spin.SpinOnce(sleep1Threshold: 10);
    }

    private void ReleaseLate()
    {
        for (int i = _late.Count - 1; i >= 0; i--)
        {
            StopState state = Poll(_late[i], out int signal);
            if (state == StopState.Stopped)
                TraceCalls.Ptrace(TraceCalls.PtraceDetach, _late[i], 0, signal);
            if (state != StopState.Running)
                _late.RemoveAt(i);
        }
    }

    private static StopState Wait(int threadId, TimeSpan limit, out int signal)
    {
        long start = Stopwatch.GetTimestamp();
        SpinWait spin = default;
        StopState state;
        while ((state = Poll(threadId, out signal)) == StopState.Running && Stopwatch.GetElapsedTime(start) < limit)
            spin.SpinOnce(sleep1Threshold: 100);
        return state;
    }

    // The wait status is taken so that it does not stay behind; the truth is whether the kernel answers PTRACE_GETSIGINFO.
    private static StopState Poll(int threadId, out int signal)
    {
        int status;
        TraceCalls.SignalInfo info;
        int waited = TraceCalls.WaitPid(threadId, &status, TraceCalls.WaitNoHang | TraceCalls.WaitAll);
        bool isStopped = TraceCalls.Ptrace(TraceCalls.PtraceGetSigInfo, threadId, 0, (nint)(&info)) >= 0;
        signal = !isStopped || info.Code >> 8 == TraceCalls.PtraceEventStop ? 0 : info.Signal;
        if (isStopped)
            return StopState.Stopped;
        bool hasEnded = (waited == threadId && (status & 0xff) != 0x7f) || (waited < 0 && Marshal.GetLastPInvokeError() == NoChild);
        return hasEnded ? StopState.Ended : StopState.Running;
    }

    // Each frame starts with the caller's frame pointer and the return address. The stack grows down, so the chain must go up.
    private ulong[] Follow(in ThreadRegisters registers)
    {
        List<ulong> addresses = [registers.InstructionPointer];
        ulong bottom = registers.StackPointer;
        int length = memory.Read(bottom, _stack);
        ulong frame = registers.FramePointer;
        while (addresses.Count < MaxAddresses && frame >= bottom && frame - bottom <= (ulong)length - 16 && length >= 16 && frame % 8 == 0)
        {
            ReadOnlySpan<ulong> pair = MemoryMarshal.Cast<byte, ulong>(_stack.AsSpan((int)(frame - bottom), 16));
            if (pair[1] == 0)
                break;
            addresses.Add(pair[1]);
            if (pair[0] <= frame)
                break;
            frame = pair[0];
        }

        return [.. addresses];
    }

    private enum StopState : byte
    {
        Running,
        Stopped,
        Ended,
    }
}
