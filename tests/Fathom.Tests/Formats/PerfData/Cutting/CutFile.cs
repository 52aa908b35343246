using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Events;

namespace Fathom.Tests.Formats.PerfData.Cutting;

/// <summary>Makes segments as Fathom's recorder writes them: two events (lives with id 1, states at the start with id 2), and records of the kernel with their trailer.</summary>
internal sealed class CutFile
{
    private static readonly EventScope s_machine = new(IsMachine: true, WithKernel: true, AtExec: false, TellsLost: true, WakeupBytes: 1 << 16);

    private readonly RecordBytes _bytes = new();
    private readonly PerfDataPipe _pipe;

    public CutFile() => _pipe = new PerfDataPipe(_bytes, EventSet.TrailerBytes);

    public byte[] Bytes => _bytes.Written.ToArray();

    public CutFile Head()
    {
        _pipe.Head();
        _pipe.Event(EventSet.Lives(s_machine).Attributes, [1]);
        _pipe.Event(EventSet.States(s_machine, hasChain: true).Attributes, [2]);
        _pipe.Name(2, StartStates.EventName);
        _pipe.Index([(1, 0, -1), (2, 0, -1)]);
        return this;
    }

    public CutFile Began(Action<PerfDataPipe> earlier)
    {
        earlier(_pipe);
        _pipe.Began();
        return this;
    }

    public CutFile State(int pid, int tid, long timeNs, int state, int syscall = -1, params ulong[] chain)
    {
        _pipe.State(2, pid, tid, timeNs, state, syscall, hasChain: true, chain);
        return this;
    }

    public CutFile Comm(long timeNs, int pid, int tid, string name, bool isExec = false)
    {
        _bytes.Begin(PerfRecordType.Comm, isExec ? 1 << 13 : 0).I32(pid).I32(tid).Text(name);
        return End(timeNs, pid, tid);
    }

    public CutFile Fork(long timeNs, int pid, int parentPid, int tid, int parentTid) => Task(PerfRecordType.Fork, timeNs, pid, parentPid, tid, parentTid);

    public CutFile Exit(long timeNs, int pid, int tid) => Task(PerfRecordType.Exit, timeNs, pid, 1, tid, 1);

    public CutFile Map(long timeNs, int pid, ulong address, ulong size, string path)
    {
        _bytes.Begin(PerfRecordType.Mmap2, 2).I32(pid).I32(pid).U64(address).U64(size).U64(0).U32(0).U32(0).U64(5).U64(0).U32(5).U32(2).Text(path);
        return End(timeNs, pid, pid);
    }

    public CutFile Switch(long timeNs, int pid, int tid, bool isOut, bool isPreempted = false)
    {
        _bytes.Begin(PerfRecordType.SwitchCpuWide, (isOut ? 1 << 13 : 0) | (isPreempted ? 1 << 14 : 0)).I32(0).I32(0);
        return End(timeNs, pid, tid);
    }

    public CutFile Round()
    {
        _bytes.Begin(PerfRecordType.FinishedRound);
        _bytes.End();
        return this;
    }

    private CutFile Task(PerfRecordType type, long timeNs, int pid, int parentPid, int tid, int parentTid)
    {
        _bytes.Begin(type).I32(pid).I32(parentPid).I32(tid).I32(parentTid).U64((ulong)timeNs);
        return End(timeNs, parentPid, parentTid);
    }

    private CutFile End(long timeNs, int pid, int tid)
    {
        // To a multiple of eight, then thread, time, processor and id.
        _bytes.Zeros(-_bytes.Length & 7).I32(pid).I32(tid).U64((ulong)timeNs).U32(0).U32(0).U64(1);
        _bytes.EndAsIs();
        return this;
    }
}
