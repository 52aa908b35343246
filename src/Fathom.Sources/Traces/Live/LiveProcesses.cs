using Fathom.Formats.PerfData.Records;
using Fathom.Sources.Traces.Perf;

namespace Fathom.Sources.Traces.Live;

/// <summary>The code of processes while they are recorded: as records tell it, and as their lists of mappings have it, for processes that were there before.</summary>
/// <remarks>
/// Records come in order from each processor only, so a mapping may be told after a stack that leads through it, or before the begin of its program. The list of mappings is read again then. Of
/// processes that ended some are kept for stacks that come late.
/// </remarks>
internal sealed class LiveProcesses
{
    private const int MostEnded = 256;
    private const int MostProcesses = 1 << 16;
    private const int MostImages = 1 << 16;
    private const long BetweenMs = 250;

    // Reading takes a twentieth of the time at most.
    private const long RestFactor = 20;

    private readonly Dictionary<int, LiveProcess> _byPid = [];
    private readonly Queue<(int Pid, LiveProcess Process)> _ended = [];
    private CodeImages _images = new();

    /// <summary>Processes that are known.</summary>
    public int Count => _byPid.Count;

    /// <summary>Takes what a record tells.</summary>
    public void On(in PerfRecord record)
    {
        switch (record.Type)
        {
            case PerfRecordType.Mmap or PerfRecordType.Mmap2:
                Map(new MappingRecord(record), record.TimeNs);
                break;
            case PerfRecordType.Comm:
                Begin(new CommRecord(record), record.TimeNs);
                break;
            case PerfRecordType.Fork:
                Fork(new TaskRecord(record));
                break;
            case PerfRecordType.Exit:
                Exit(new TaskRecord(record));
                break;
        }
    }

    /// <summary>A process, with all of its code that is known.</summary>
    public LiveProcess Of(int pid)
    {
        LiveProcess process = ByPid(pid);
        if (process.IsPartial)
            TryRead(pid, process);
        return process;
    }

    /// <summary>Reads the mappings of a process again, unless that was done a moment ago.</summary>
    /// <returns>Whether it was done.</returns>
    public bool TryRead(int pid, LiveProcess process)
    {
        long beginMs = Environment.TickCount64;
        if (process.HasEnded || beginMs < process.NotBeforeMs)
            return false;
        bool isRead = ExecutableMappings.TryRead(pid, _images, process.Space);
        process.IsPartial &= !isRead;
        process.NotBeforeMs = beginMs + BetweenMs + ((Environment.TickCount64 - beginMs) * RestFactor);
        return isRead;
    }

    private void Map(MappingRecord mapping, long timeNs)
    {
        if (mapping.Pid < 0 || mapping.IsData || mapping.SizeBytes > ulong.MaxValue - mapping.Address)
            return;
        LiveProcess process = ByPid(mapping.Pid);
        CodeImage image = _images.Of(mapping.Path, mapping.BuildId, mapping.Pid);
        process.Space.Add(new CodeMapping(mapping.Address, mapping.Address + mapping.SizeBytes, mapping.FileOffset, image, new FileNumber(mapping.Device, mapping.Inode)));
        process.NewestNs = Math.Max(process.NewestNs, timeNs);
        if (_images.All.Count > MostImages)
            Forget();
    }

    // Another program begins: what was mapped before is gone.
    private void Begin(CommRecord comm, long timeNs)
    {
        if (!comm.IsExec)
            return;
        LiveProcess process = ByPid(comm.Pid);
        process.Clear();
        (process.IsPartial, process.HasEnded) = (process.NewestNs > timeNs, false);
    }

    private void Fork(TaskRecord task)
    {
        if (!task.IsProcess || task.Pid != task.Tid)
            return;
        bool isKnown = _byPid.TryGetValue(task.ParentPid, out LiveProcess? parent) && !parent.IsPartial;
        Add(task.Pid, new LiveProcess(task.Pid, isKnown ? parent!.Space.Copy() : new AddressSpace()) { IsPartial = !isKnown });
    }

    private void Exit(TaskRecord task)
    {
        if (task.Pid != task.Tid || !_byPid.TryGetValue(task.Pid, out LiveProcess? process))
            return;
        process.HasEnded = true;
        _ended.Enqueue((task.Pid, process));
        if (_ended.Count > MostEnded && _ended.Dequeue() is var (pid, old) && old.HasEnded && _byPid.GetValueOrDefault(pid) == old)
        {
            _byPid.Remove(pid);
            old.Dispose();
        }
    }

    private LiveProcess ByPid(int pid)
    {
        if (!_byPid.TryGetValue(pid, out LiveProcess? process))
            Add(pid, process = new LiveProcess(pid, new AddressSpace()) { IsPartial = true });
        return process;
    }

    private void Add(int pid, LiveProcess process)
    {
        if (_byPid.Count >= MostProcesses)
            Forget();
        _byPid[pid] = process;
    }

    // Those that run are read again when they are needed.
    private void Forget()
    {
        _byPid.Clear();
        _ended.Clear();
        _images = new CodeImages();
    }
}
