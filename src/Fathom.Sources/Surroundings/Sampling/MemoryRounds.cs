using System.Buffers.Text;
using System.Globalization;
using System.Text;
using Fathom.Files;
using Fathom.Formats.MachineLog;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.Sources.Surroundings.Facts;

namespace Fathom.Sources.Surroundings.Sampling;

/// <summary>
/// Tells a log the resident memory of all processes, round by round. It is read from files that stay open (statm: two microseconds for a process), so that a number that came again is not taken
/// for the same process; of the processes beyond those, from stat. Nobody needs a right for that.
/// </summary>
/// <param name="machine">The machine.</param>
/// <param name="log">Gets it.</param>
/// <param name="clock">Tells when the machine was started.</param>
internal sealed unsafe class MemoryRounds(MachineFiles machine, MachineLogWriter log, BootClock clock) : IDisposable
{
    private const int MaxOpen = 2_048;
    private const int MaxText = 4_096;
    private const int SecondNameRound = 2;
    private const int IgnoredRounds = 30;
    private const int StatRssField = 24;

    private readonly ProcReader _proc = new($"{machine.Root}/proc");
    private readonly Dictionary<int, SampledProcess> _processes = [];
    private readonly Dictionary<int, int> _ignored = [];
    private readonly List<SampledProcess> _gone = [];
    private readonly HashSet<int> _there = [];
    private readonly int _pageBytes = Environment.SystemPageSize;
    private int _open;
    private int _lastNumber;
    private int _round;

    /// <summary>Those that run, as of the last round.</summary>
    public IReadOnlyCollection<SampledProcess> Processes => _processes.Values;

    /// <summary>Processes that there were.</summary>
    public int Seen => _lastNumber;

    /// <summary>Looks at all processes.</summary>
    /// <param name="tsNs">When.</param>
    public void Next(long tsNs)
    {
        _round++;
        _there.Clear();
        foreach (int pid in machine.Numbers("proc") ?? [])
        {
            _there.Add(pid);
            if (!_processes.ContainsKey(pid))
                Begin(pid, tsNs);
        }

        foreach (SampledProcess process in _processes.Values)
        {
            if (!_there.Contains(process.Pid))
                _gone.Add(process);
        }

        EndGone();
        log.BeginRound();
        foreach (SampledProcess process in _processes.Values)
        {
            long bytes = Read(process);
            if (bytes < 0)
                _gone.Add(process);
            else if (bytes != process.RssBytes)
                log.Add(process.Number, process.RssBytes = bytes);
        }

        log.EndRound(tsNs);
        EndGone();
        NameAgain(tsNs);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _gone.AddRange(_processes.Values);
        foreach (SampledProcess process in _gone)
            Close(process);
        _processes.Clear();
        _proc.Dispose();
    }

    // Threads of the kernel have no memory of their own; but their numbers may be those of programs later.
    private void Begin(int pid, long tsNs)
    {
        if (_ignored.TryGetValue(pid, out int until) && _round < until)
            return;
        if (!ProcStat.TryRead(_proc, pid, out ProcStat stat))
            return;
        if (stat.IsKernelThread || stat.HasEnded)
        {
            _ignored[pid] = _round + IgnoredRounds;
            return;
        }

        SampledProcess process = new(++_lastNumber, pid, stat.StartTicks) { Name = Comm(pid), CommandLine = Command(pid) };
        Open(process);
        _processes.Add(pid, process);
        Tell(process, tsNs);
    }

    private void Open(SampledProcess process)
    {
        if (_open >= MaxOpen)
            return;
        fixed (byte* path = Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{machine.Root}/proc/{process.Pid}/statm\0")))
            process.File = FileCalls.Open(path, FileCalls.ReadOnly | FileCalls.CloseOnExec | FileCalls.NonBlocking);
        if (process.File >= 0)
            _open++;
    }

    private void Tell(SampledProcess process, long tsNs) =>
        log.Write(new LoggedProcess(process.Number, tsNs, process.Pid, process.Name, process.CommandLine, clock.StartUnixNs(process.StartTicks)));

    // A process that was just made is still called like its maker.
    private void NameAgain(long tsNs)
    {
        foreach (SampledProcess process in _processes.Values)
        {
            if (++process.Rounds != SecondNameRound)
                continue;
            (string name, string? command) = (Comm(process.Pid), Command(process.Pid));
            if (name == process.Name && command == process.CommandLine)
                continue;
            (process.Name, process.CommandLine) = (name, command);
            Tell(process, tsNs);
        }
    }

    private void EndGone()
    {
        foreach (SampledProcess process in _gone)
        {
            Close(process);
            _processes.Remove(process.Pid);
            log.WriteGone(process.Number);
        }

        _gone.Clear();
    }

    private void Close(SampledProcess process)
    {
        if (process.File < 0)
            return;
        _ = DescriptorCalls.Close(process.File);
        process.File = -1;
        _open--;
    }

    private long Read(SampledProcess process) => process.File >= 0 ? ReadOpen(process.File) : ReadStat(process);

    // "SIZE RESIDENT SHARED TEXT LIB DATA DIRTY", in pages.
    private long ReadOpen(int file)
    {
        const int longest = 128;
        byte* buffer = stackalloc byte[longest];
        nint length = SampleCalls.ReadAt(file, buffer, longest, 0);
        if (length <= 0)
            return -1;
        ReadOnlySpan<byte> text = new(buffer, (int)length);
        int blank = text.IndexOf((byte)' ');
        return blank > 0 && Utf8Parser.TryParse(text[(blank + 1)..], out long pages, out _) ? Bytes(pages) : -1;
    }

    private long ReadStat(SampledProcess process)
    {
        bool isRead = _proc.Read(process.Pid, "stat"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read;
        if (!isRead || !ProcStat.TryParse(text, out ProcStat stat) || stat.HasEnded || stat.StartTicks != process.StartTicks)
            return -1;
        // Fields are counted from the last bracket, because the name before it may hold blanks.
        ReadOnlySpan<byte> rest = text[(text.LastIndexOf((byte)')') + 2)..];
        int field = 3;
        foreach (Range range in rest.Split((byte)' '))
        {
            if (field++ == StatRssField)
                return Utf8Parser.TryParse(rest[range], out long pages, out _) ? Bytes(pages) : -1;
        }

        return -1;
    }

    private long Bytes(long pages) => pages >= 0 && pages <= long.MaxValue / _pageBytes ? pages * _pageBytes : -1;

    private string Comm(int pid) =>
        _proc.Read(pid, "comm"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read && text.TrimEnd("\n"u8) is { Length: > 0 } name ? Encoding.UTF8.GetString(name) : "unknown";

    private string? Command(int pid)
    {
        if (_proc.Read(pid, "cmdline"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read || text.IsEmpty)
            return null;
        return CommandLine.Join(CommandLine.Split(text[..Math.Min(MaxText, text.Length)]));
    }
}
