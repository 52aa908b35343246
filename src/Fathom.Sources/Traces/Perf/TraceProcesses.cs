using System.Text;
using Fathom.Formats.PerfData.Records;
using Fathom.Sources.Origins;
using Fathom.Sources.Traces.Rows;

namespace Fathom.Sources.Traces.Perf;

/// <summary>Which processes and threads a trace has, which code they have mapped and how they are called. Numbers of the operating system can come again.</summary>
/// <param name="images">The places that code comes from.</param>
/// <param name="files">Told of the files of each.</param>
internal sealed class TraceProcesses(CodeImages images, TracedFiles files)
{
    // Of one process: nobody tells that something was unmapped, and adding one moves those behind it.
    private const int MostData = 4096;

    private readonly Dictionary<int, TraceProcess> _byPid = [];
    private readonly Dictionary<int, TraceProcess> _byTid = [];
    private readonly Dictionary<int, string> _threadNames = [];
    private readonly List<TraceProcess> _all = [];
    private TraceProcess? _last;
    private int _lastPid;
    private int _lastTid;

    /// <summary>All that there were.</summary>
    public IReadOnlyList<TraceProcess> All => _all;

    /// <summary>Where the kernel's own code lay, as the trace says it; 0 where it does not.</summary>
    public ulong KernelText { get; private set; }

    /// <summary>Whether processes outside the PID namespace of the recorder are in the trace too: all of them have the number 0.</summary>
    public bool HasOthers { get; set; }

    /// <summary>Mappings of data that found no room.</summary>
    public long DataWithoutRoom { get; private set; }

    /// <summary>The process of a sample.</summary>
    public TraceProcess Of(int pid, int tid)
    {
        // Samples of one thread come one behind the other, and each is asked about more than once.
        if (_last is null || tid != _lastTid || pid != _lastPid)
            (_last, _lastPid, _lastTid) = (Find(pid, tid), pid, tid);
        return _last;
    }

    private TraceProcess Find(int pid, int tid)
    {
        if (_byTid.TryGetValue(tid, out TraceProcess? process) && (process.Pid == pid || pid < 0))
            return process;
        process = pid < 0 ? OfThread(tid) : ByPid(pid);
        process.EndedBefore = false;
        if (tid > 0)
            _byTid[tid] = process;
        return process;
    }

    /// <summary>The process of a thread of which only the number is known.</summary>
    public TraceProcess OfThread(int tid) => _byTid.TryGetValue(tid, out TraceProcess? process) ? process : ByPid(-1);

    /// <summary>Threads of a process that were told of.</summary>
    public IEnumerable<int> ThreadsOf(int pid) => _byTid.Where(thread => thread.Value.Pid == pid).Select(static thread => thread.Key);

    /// <summary>The name of a thread; null where it is not told.</summary>
    public string? NameOfThread(int tid) => _threadNames.GetValueOrDefault(tid);

    /// <summary>Takes what a record tells of processes, threads and mappings.</summary>
    public void On(in PerfRecord record)
    {
        if (HasOthers && record is { TimeNs: > 0, Pid: 0 })
            return;
        switch (record.Type)
        {
            case PerfRecordType.Mmap or PerfRecordType.Mmap2:
                Map(new MappingRecord(record), record.TimeNs);
                break;
            case PerfRecordType.Comm:
                Name(new CommRecord(record));
                break;
            // One outside of the recorder's PID namespace has no number there.
            case PerfRecordType.Fork when new TaskRecord(record) is { Tid: > 0 } task:
                Fork(task, record.TimeNs);
                break;
            case PerfRecordType.Exit:
                Exit(new TaskRecord(record), record.TimeNs);
                break;
        }
    }

    private void Map(MappingRecord mapping, long timeNs)
    {
        // Its name says which symbol its place in the file is the address of.
        if (mapping.Pid < 0 && mapping.Path.StartsWith("[kernel.kallsyms]"u8))
            KernelText = mapping.FileOffset;
        if (mapping.Pid < 0 || mapping.SizeBytes > ulong.MaxValue - mapping.Address)
            return;
        TraceProcess process = Of(mapping.Pid, mapping.Tid);
        CodeImage image = images.Of(mapping.Path, mapping.BuildId, mapping.Pid);
        if (mapping.IsData)
        {
            process.Data ??= new AddressSpace();
            if (process.Data.Count < MostData)
                process.Data.Add(new CodeMapping(mapping.Address, mapping.Address + mapping.SizeBytes, mapping.FileOffset, image));
            else
                DataWithoutRoom++;
            return;
        }

        if (mapping.Path.EndsWith("/libcoreclr.so"u8))
            (process.HasRuntime, process.RuntimeVersion) = (true, FrameworkVersion.Of(image.Path));
        files.Map(process.Number, image.Path, image.BuildId, timeNs);
        images.Map(image, new CodeRange(mapping.FileOffset, mapping.SizeBytes));
        CodeMapping code = new(
            mapping.Address, mapping.Address + mapping.SizeBytes, mapping.FileOffset, image, new FileNumber(mapping.Device, mapping.Inode));
        process.Space.Add(code);
        // Loaders map a whole file as data first.
        if (process.Data is { Count: < MostData } data)
            data.Add(code);
    }

    private void Name(CommRecord comm)
    {
        TraceProcess process = Of(comm.Pid, comm.Tid);
        string name = Encoding.UTF8.GetString(comm.Name);
        if (comm.IsExec)
        {
            process.Space.Clear();
            process.Data = null;
            files.Forget(process.Number);
        }

        if (comm.Pid == comm.Tid)
            process.Name = name;
        _threadNames[comm.Tid] = name;
    }

    // What tells of processes that were there before has no time. One that was found among the running ones is the same as the one whose begin comes behind.
    private void Fork(TaskRecord task, long timeNs)
    {
        bool isKnown = timeNs == 0 && _byPid.TryGetValue(task.Pid, out TraceProcess? known) && !known.EndedBefore;
        if (task.IsProcess && task.Pid == task.Tid && !isKnown)
        {
            _byPid.GetValueOrDefault(task.Pid)?.Forget();
            TraceProcess? parent = _byPid.GetValueOrDefault(task.ParentPid);
            TraceProcess made = Add(task.Pid, parent?.Space.Copy() ?? new AddressSpace(), parent?.Name, timeNs > 0 ? timeNs
                : long.MinValue);
            made.Data = parent?.Data?.Copy();
            _byPid[task.Pid] = made;
            if (parent is not null)
                files.Fork(parent.Number, made.Number);
        }

        _byTid[task.Tid] = ByPid(task.Pid);
        if (task.IsProcess && task.Pid == task.Tid && task.ParentPid > 0)
            ByPid(task.Pid).ParentPid ??= task.ParentPid;
        _last = null;
        if (isKnown && task.Pid == task.Tid)
            return;
        // Until it gets a name of its own it has that of its maker.
        if (_threadNames.TryGetValue(task.ParentTid, out string? name))
            _threadNames[task.Tid] = name;
        else
            _threadNames.Remove(task.Tid);
    }

    private void Exit(TaskRecord task, long timeNs)
    {
        if (task.Pid != task.Tid || _byPid.GetValueOrDefault(task.Pid) is not { } process)
            return;
        process.Forget();
        if (timeNs != 0)
            return;
        process.EndedBefore = true;
        _byTid.Remove(task.Tid);
        _last = null;
    }

    private TraceProcess ByPid(int pid)
    {
        if (!_byPid.TryGetValue(pid, out TraceProcess? process))
            _byPid.Add(pid, process = Add(pid, new AddressSpace(), null, long.MinValue));
        return process;
    }

    private TraceProcess Add(int pid, AddressSpace space, string? name, long fromNs)
    {
        TraceProcess process = new((uint)_all.Count + 1, pid, space, fromNs) { Name = name };
        _all.Add(process);
        return process;
    }
}
