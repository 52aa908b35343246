using System.Buffers.Text;
using System.Globalization;
using System.Text;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Threads.Intervals;

/// <summary>
/// Reads the threads of a process from <c>/proc/PID/task</c>. CPU time comes from <c>schedstat</c> in nanoseconds; on kernels without it, from
/// <c>stat</c> in clock ticks, and <see cref="IsCoarse"/> says so. Not thread-safe.
/// </summary>
/// <param name="root">Where the proc file system is mounted; tests give a folder that looks like one.</param>
/// <param name="pid">Number of the process (pid).</param>
internal sealed class TaskReader(string root, int pid) : IDisposable
{
    private readonly ProcReader _files = new(root);
    private readonly string _folder = Path.Combine(root, pid.ToString(CultureInfo.InvariantCulture), "task");
    private readonly long _nanosecondsPerTick = 1_000_000_000 / Math.Max(1, (long)ClockCalls.SysConf(ClockCalls.ClockTicksName));

    /// <summary>Whether any CPU time so far is in clock ticks (usually 10 ms).</summary>
    public bool IsCoarse { get; private set; }

    /// <summary>All threads, in the order of their numbers. Threads that end while they are read are left out.</summary>
    /// <returns>Empty where the process is gone or not ours to read.</returns>
    public List<TaskTime> Read()
    {
        List<TaskTime> tasks = [];
        foreach (int tid in Numbers())
        {
            if (TryRead(tid, out TaskTime task))
                tasks.Add(task);
        }

        tasks.Sort(static (a, b) => a.Tid.CompareTo(b.Tid));
        return tasks;
    }

    public void Dispose() => _files.Dispose();

    /// <summary>The numbers of all threads, in no order; none where the process is gone or not ours to read.</summary>
    public List<int> Numbers()
    {
        List<int> numbers = [];
        try
        {
            foreach (string folder in Directory.EnumerateDirectories(_folder))
            {
                if (int.TryParse(Path.GetFileName(folder.AsSpan()), CultureInfo.InvariantCulture, out int tid))
                    numbers.Add(tid);
            }
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // The process has ended or is not ours: no threads. Attaching says why.
            numbers.Clear();
        }

        return numbers;
    }

    /// <summary>One thread.</summary>
    /// <returns>False where it has ended.</returns>
    public bool TryRead(int tid, out TaskTime task)
    {
        task = default;
        if (_files.Read(pid, Encoding.UTF8.GetBytes($"task/{tid}/stat"), out ReadOnlySpan<byte> content) != ProcReadState.Read
            || !TaskStat.TryParse(content, out TaskStat stat))
        {
            return false;
        }

        long cpu = 0;
        long ready = 0;
        bool isFine = _files.Read(pid, Encoding.UTF8.GetBytes($"task/{tid}/schedstat"), out content) == ProcReadState.Read
            && TryParseSchedule(content, out cpu, out ready) && (cpu > 0 || stat.CpuTicks == 0);
        IsCoarse |= !isFine;
        task = isFine
            ? new TaskTime(tid, stat.StartTicks, stat.Name, stat.State, cpu, ready)
            : new TaskTime(tid, stat.StartTicks, stat.Name, stat.State, stat.CpuTicks * _nanosecondsPerTick, null);
        return true;
    }

    /// <summary>The times of one thread alone, which is half of the reading.</summary>
    /// <returns>False where it has ended, or the kernel keeps no such figures.</returns>
    public bool TryReadTimes(int tid, out long cpuNs, out long readyNs)
    {
        (cpuNs, readyNs) = (0, 0);
        return _files.Read(pid, Encoding.UTF8.GetBytes($"task/{tid}/schedstat"), out ReadOnlySpan<byte> content) == ProcReadState.Read
            && TryParseSchedule(content, out cpuNs, out readyNs) && cpuNs > 0;
    }

    // "CPU_NS READY_NS SLICES"; all zero where the kernel keeps no such figures.
    private static bool TryParseSchedule(ReadOnlySpan<byte> text, out long cpu, out long ready)
    {
        ready = 0;
        return Utf8Parser.TryParse(text, out cpu, out int used) && cpu >= 0 && used < text.Length
            && Utf8Parser.TryParse(text[(used + 1)..], out ready, out _) && ready >= 0;
    }
}
