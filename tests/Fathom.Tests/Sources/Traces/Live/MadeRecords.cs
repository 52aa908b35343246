using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;
using Fathom.Sources.Traces.Live;
using Fathom.Tests.Formats.PerfData;

namespace Fathom.Tests.Sources.Traces.Live;

/// <summary>Tells of made-up processes.</summary>
internal sealed class MadeRecords(LiveProcesses processes)
{
    private const int IsExec = 1 << 13;

    private readonly RecordDecoder _decoder = new(new PerfEventAttributes { SampleFields = PerfDataBytes.Usual, Flags = 1 << 18 });

    public void Map(long timeNs, int pid, ulong start, ulong end, string path, ulong inode = 7) => Tell(timeNs, PerfRecordType.Mmap2, 0, w =>
    {
        w.Write(pid);
        w.Write(pid);
        w.Write(start);
        w.Write(end - start);
        w.Write(0L);
        w.Write(8);
        w.Write(1);
        w.Write(inode);
        w.Write(0L);
        w.Write(5);
        w.Write(2);
        PerfDataBytes.Name(w, path);
    });

    public void Exec(long timeNs, int pid) => Tell(timeNs, PerfRecordType.Comm, IsExec, w =>
    {
        w.Write(pid);
        w.Write(pid);
        w.Write(Encoding.UTF8.GetBytes("program\0"));
    });

    public void Fork(long timeNs, int parent, int pid) => Task(timeNs, PerfRecordType.Fork, parent, pid);

    public void Exit(long timeNs, int pid) => Task(timeNs, PerfRecordType.Exit, pid, pid);

    private void Task(long timeNs, PerfRecordType type, int parent, int pid) => Tell(timeNs, type, 0, w =>
    {
        w.Write(pid);
        w.Write(parent);
        w.Write(pid);
        w.Write(parent);
        w.Write(timeNs);
    });

    private void Tell(long timeNs, PerfRecordType type, int misc, Action<BinaryWriter> body)
    {
        byte[] record = PerfDataBytes.Of(type, PerfDataBytes.Bytes(w =>
        {
            body(w);
            w.Write(1);
            w.Write(1);
            w.Write(timeNs);
            w.Write(0L);
            w.Write(1L);
        }), misc);
        if (!_decoder.TryRecord(record, out PerfRecord read))
            throw new InvalidOperationException("The record is not read.");
        processes.On(in read);
    }
}
