using System.Buffers.Binary;
using Fathom.Formats.PerfData.Records;
using Fathom.Formats.PerfData.Writing;

namespace Fathom.Formats.PerfData.Cutting;

/// <summary>Which processes, threads and mappings are there at a time, by the records before it.</summary>
/// <param name="states">Told of threads that begin and end.</param>
internal sealed class ProcessesAt(ThreadStatesAt states)
{
    private const int Exec = 1 << 13;
    private const int NamePlace = 16;
    private const int AddressPlace = 16;
    private const int LeastMapping = 40;
    private const int MostOthers = 1 << 14;

    private readonly SortedDictionary<int, ProcessAt> _byPid = [];
    private readonly Dictionary<int, int> _pidOf = [];
    private readonly List<byte[]> _kernel = [];
    private readonly Queue<byte[]> _others = [];
    private readonly List<(long TimeNs, byte[] Record)> _open = [];

    /// <summary>Mappings of processes that are there that found no room.</summary>
    public long MappingsWithoutRoom => _byPid.Values.Sum(static process => process.MappingsWithoutRoom);

    /// <summary>The process of a thread; -1 where it is not known.</summary>
    public int ProcessOf(int tid) => _pidOf.GetValueOrDefault(tid, -1);

    /// <summary>Keeps a record until <see cref="Settle"/>: those of several processors come in any order.</summary>
    public void Add(long timeNs, ReadOnlySpan<byte> record) => _open.Add((timeNs, record.ToArray()));

    /// <summary>Takes what was kept, by its time.</summary>
    public void Settle()
    {
        foreach ((long timeNs, byte[] record) in _open.OrderBy(static each => each.TimeNs))
            On(record, timeNs);
        _open.Clear();
    }

    /// <summary>Writes all of them without a time.</summary>
    public void Write(PerfDataPipe into, RecordBytes bytes, Stream stream)
    {
        foreach (byte[] record in _kernel)
            into.Earlier(record, -1);
        foreach ((int pid, ProcessAt process) in _byPid)
        {
            // The first one of a process gives it its name.
            foreach ((int tid, byte[] name) in process.Threads.OrderBy(each => each.Key != pid))
                into.Thread(pid, tid, name);
            if (process.ParentPid is { } parent)
                into.Parent(pid, parent);
            foreach (byte[] record in process.Mappings)
                into.Earlier(record, pid);
            Give();
        }

        foreach (byte[] record in _others)
            stream.Write(record);
        Give();

        void Give()
        {
            stream.Write(bytes.Written);
            bytes.Clear();
        }
    }

    private void On(byte[] record, long timeNs)
    {
        switch (RecordPlaces.TypeOf(record))
        {
            case PerfRecordType.Comm when record.Length >= NamePlace + RecordPlaces.TrailerBytes:
                Name(record);
                break;
            case PerfRecordType.Fork when record.Length >= NamePlace + 8 + RecordPlaces.TrailerBytes:
                Fork(timeNs, RecordPlaces.Number(record, 0), RecordPlaces.Number(record, 1), RecordPlaces.Number(record, 2), RecordPlaces.Number(record, 3));
                break;
            case PerfRecordType.Exit when record.Length >= NamePlace + 8 + RecordPlaces.TrailerBytes:
                End(RecordPlaces.Number(record, 0), RecordPlaces.Number(record, 2));
                break;
            case PerfRecordType.Mmap or PerfRecordType.Mmap2 when record.Length >= LeastMapping + RecordPlaces.TrailerBytes:
                Map(record);
                break;
            case PerfRecordType.KernelSymbol or PerfRecordType.Bpf or PerfRecordType.Namespaces:
                Keep(record);
                break;
        }
    }

    private void Name(byte[] record)
    {
        (int pid, int tid) = (RecordPlaces.Number(record, 0), RecordPlaces.Number(record, 1));
        ReadOnlySpan<byte> name = record.AsSpan(NamePlace..^RecordPlaces.TrailerBytes);
        int end = name.IndexOf((byte)0);
        ProcessAt process = Of(pid);
        if ((RecordPlaces.MiscOf(record) & Exec) != 0)
            process.Exec();
        process.Threads[tid] = name[..(end < 0 ? name.Length : end)].ToArray();
        _pidOf[tid] = pid;
    }

    private void Fork(long timeNs, int pid, int parentPid, int tid, int parentTid)
    {
        // What was there before the start has no time, and its names and mappings are told beside.
        if (timeNs == 0 && pid == tid && _byPid.TryGetValue(pid, out ProcessAt? known))
        {
            known.ParentPid = parentPid;
            return;
        }

        states.Began(tid);
        if (pid != parentPid && pid == tid)
        {
            Forget(pid);
            ProcessAt made = new() { ParentPid = parentPid };
            if (_byPid.TryGetValue(parentPid, out ProcessAt? parent))
                made.Inherit(parent);
            _byPid[pid] = made;
        }

        byte[] name = _byPid.TryGetValue(parentPid, out ProcessAt? from) && from.Threads.TryGetValue(parentTid, out byte[]? told) ? told : [];
        Of(pid).Threads[tid] = name;
        _pidOf[tid] = pid;
    }

    private void End(int pid, int tid)
    {
        states.Ended(tid);
        _pidOf.Remove(tid);
        if (_byPid.TryGetValue(pid, out ProcessAt? process) && process.Threads.Remove(tid) && process.Threads.Count == 0)
            _byPid.Remove(pid);
    }

    private void Map(byte[] record)
    {
        int pid = RecordPlaces.Number(record, 0);
        ulong address = BinaryPrimitives.ReadUInt64LittleEndian(record.AsSpan(AddressPlace)), bytes = BinaryPrimitives.ReadUInt64LittleEndian(record.AsSpan(AddressPlace + 8));
        if (pid >= 0)
            Of(pid).Map(address, bytes, record);
        else if (_kernel.Count < MostOthers)
            _kernel.Add(record);
    }

    private void Keep(byte[] record)
    {
        record.AsSpan(record.Length - 24, 8).Clear();
        _others.Enqueue(record);
        if (_others.Count > MostOthers)
            _others.Dequeue();
    }

    private void Forget(int pid)
    {
        if (!_byPid.Remove(pid, out ProcessAt? old))
            return;
        foreach (int tid in old.Threads.Keys)
            _pidOf.Remove(tid);
    }

    private ProcessAt Of(int pid)
    {
        if (!_byPid.TryGetValue(pid, out ProcessAt? process))
            _byPid.Add(pid, process = new ProcessAt());
        return process;
    }
}
