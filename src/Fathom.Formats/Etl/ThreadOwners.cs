using System.Buffers.Binary;
using Fathom.Formats.Etl.Buffers;

namespace Fathom.Formats.Etl;

/// <summary>Which process a thread is of, and which thread a processor has: what records of the kernel leave out.</summary>
internal sealed class ThreadOwners
{
    /// <summary>Stands for a process or thread that nobody tells.</summary>
    public const int Nobody = -1;

    private const int MostThreads = 1 << 22;

    private readonly Dictionary<int, int> _pids = [];
    private readonly int[] _running = NobodyRuns();

    /// <summary>Takes what is told before the events are read: who was there, whenever that is told.</summary>
    public void Survey(in EtlRecord record)
    {
        if (record.Payload.Length >= 8 && _pids.Count < MostThreads)
            _pids.TryAdd(Number(record.Payload, 4), Number(record.Payload, 0));
    }

    /// <summary>The process and thread that an event of the kernel is about.</summary>
    public (int Pid, int Tid) Of(in EtlRecord record, int hook, int processor)
    {
        ReadOnlySpan<byte> payload = record.Payload;
        int pointer = record.PointerSize;
        switch (hook)
        {
            case KernelHook.ThreadStart or KernelHook.ThreadEnd or KernelHook.ThreadThere or KernelHook.ThreadLeft or KernelHook.ThreadName when payload.Length >= 8:
                (int pid, int tid) = (Number(payload, 0), Number(payload, 4));
                if (hook == KernelHook.ThreadStart && _pids.Count < MostThreads)
                    _pids[tid] = pid;
                return (pid, tid);
            case KernelHook.ProcessStart or KernelHook.ProcessEnd or KernelHook.ProcessThere or KernelHook.ProcessLeft or KernelHook.ProcessDefunct:
                return (Number(payload, record.Version == 0 ? 0 : pointer), Nobody);
            case KernelHook.ProcessFigures or KernelHook.ProcessFiguresLeft:
                return (Number(payload, 0), Nobody);
            case KernelHook.ImageLoad or KernelHook.ImageUnload or KernelHook.ImageThere or KernelHook.ImageLeft when record.Version > 0:
                return (Number(payload, 2 * pointer), record.Tid);
            case KernelHook.Switch:
                int comes = Number(payload, 0);
                _running[processor] = comes;
                return OfThread(comes);
            case KernelHook.Ready:
                return OfThread(_running[processor]);
            case KernelHook.Sample or KernelHook.CounterSample:
                return OfThread(Number(payload, pointer));
            case KernelHook.HardFault:
                return OfThread(Number(payload, 16 + (2 * pointer)));
            case KernelHook.VirtualAlloc or KernelHook.VirtualFree:
                (int caller, int by) = OfThread(Running(record.Tid, processor));
                return (caller > 0 ? caller : Number(payload, 2 * pointer), by);
            case KernelHook.DiskRead or KernelHook.DiskWrite when record.Version >= 3:
                return OfThread(Number(payload, 32 + (2 * pointer)));
            case KernelHook.DiskReadBegins or KernelHook.DiskWriteBegins or KernelHook.DiskFlushBegins when record.Version >= 3:
                return OfThread(Number(payload, pointer));
            case KernelHook.DiskFlush when record.Version >= 3:
                return OfThread(Number(payload, 16 + pointer));
            case >= KernelHook.FileOpen and <= KernelHook.FileRenamePath when record.Tid == Nobody
                && FileCallFields.ThreadAt(hook, record.Version, pointer) is >= 0 and var at:
                return OfThread(Number(payload, at));
            default:
                return (hook >> 8) is KernelHook.Tcp or KernelHook.Udp && hook is not (KernelHook.TcpFails or KernelHook.UdpFails) && payload.Length >= 4
                    ? (Number(payload, 0), Nobody)
                    : record.Tid != Nobody ? (record.Pid, record.Tid) : OfThread(Running(Nobody, processor));
        }
    }

    /// <summary>The process of a thread.</summary>
    public (int Pid, int Tid) OfThread(int tid) => tid == 0 ? (0, 0) : (_pids.GetValueOrDefault(tid, Nobody), tid);

    private int Running(int told, int processor) => told != Nobody ? told : _running[processor];

    private static int[] NobodyRuns()
    {
        int[] running = new int[EtlBuffer.MostProcessors];
        running.AsSpan().Fill(Nobody);
        return running;
    }

    private static int Number(ReadOnlySpan<byte> payload, int at) => payload.Length >= at + 4
        ? BinaryPrimitives.ReadInt32LittleEndian(payload[at..]) : Nobody;
}
