using System.Globalization;
using System.IO.Enumeration;
using System.Text;
using Fathom.Model;
using Fathom.Model.Renaming;

namespace Fathom.Sources.Machine.Processes;

/// <summary>
/// Finds .NET processes by reading /proc; no process is stopped or asked. A process is a .NET one when it executes the runtime's code
/// (<see cref="ProcMaps"/>), or when the runtime's diagnostics socket lies where a runtime of that number and start time puts it
/// (<c>dotnet-diagnostic-PID-START-socket</c> in its TMPDIR): this finds single files, and processes that we may not look into. A program that NativeAOT has
/// compiled is known by its file (<see cref="NativeAotImage"/>).
/// </summary>
public sealed class ProcessScanner
{
    private readonly string _root;
    private readonly string _socketFolder;
    private readonly RenameRules _renaming;
    private readonly Func<BootClock> _clock;
    private readonly Lazy<UserNames> _users;

    /// <summary>Looks at this machine's processes.</summary>
    /// <param name="renaming">Rules for <see cref="ProcessFacts.Name"/>; null changes no name.</param>
    public ProcessScanner(RenameRules? renaming = null)
        : this("/proc", "/etc/passwd", "/tmp", BootClock.Now, renaming)
    {
    }

    /// <summary>Looks at a folder that looks like /proc.</summary>
    internal ProcessScanner(string root, string passwdFile, string socketFolder, Func<BootClock> clock, RenameRules? renaming)
    {
        _root = root;
        _socketFolder = socketFolder;
        _renaming = renaming ?? RenameRules.None;
        _clock = clock;
        _users = new Lazy<UserNames>(() => UserNames.Load(passwdFile));
    }

    /// <summary>All .NET processes but this one.</summary>
    /// <exception cref="FathomException">There is no /proc.</exception>
    public ProcessScan Scan(CancellationToken stop = default) => Scan(static _ => false, stop);

    /// <summary>As the other one, without some processes.</summary>
    /// <param name="leaveOut">Says of each number of a process whether it is not looked at; it is asked about each once.</param>
    /// <param name="stop">Interrupts it.</param>
    /// <exception cref="FathomException">There is no /proc.</exception>
    public ProcessScan Scan(Func<int, bool> leaveOut, CancellationToken stop)
    {
        using ProcReader reader = new(_root);
        ProcessInspector inspector = Inspect(reader);
        List<ProcessFacts> found = [];
        List<string> refused = [];
        int self = OwnPid();
        foreach (int pid in Pids())
        {
            stop.ThrowIfCancellationRequested();
            if (pid == self || pid == OwnGuard.ProcessId || leaveOut(pid))
                continue;
            ProcessReading look = inspector.Look(pid, describesAny: false);
            if (look.Facts is { } facts)
                found.Add(facts);
            else if (look.State == ProcessState.Refused)
                refused.Add($"{look.Program} ({pid})");
        }

        found.Sort(static (a, b) => a.Pid.CompareTo(b.Pid));
        return new ProcessScan(found, refused, IsPrivileged(reader, self));
    }

    /// <summary>Looks at one process, which may be this one.</summary>
    public ProcessReading Look(int pid)
    {
        using ProcReader reader = new(_root);
        return Inspect(reader).Look(pid, describesAny: true);
    }

    /// <summary>Returns where the numbers of the processes are those that the kernel takes.</summary>
    /// <exception cref="FathomException">They are those of another PID namespace.</exception>
    public void CheckNumbers()
    {
        if (_root == "/proc")
            ProcNamespace.Check();
    }

    /// <summary>Where the proc file system is.</summary>
    internal string Root => _root;

    /// <summary>The container that Fathom itself runs in, or null.</summary>
    internal ContainerFacts? OwnContainer() => Look(OwnPid()).Facts?.Container;

    /// <summary>The name of a user, or the number.</summary>
    internal string UserName(uint? id) => id is { } known ? _users.Value[known] : "unknown";

    /// <summary>The lowest number of a process, .NET or not, whose program has this short name; null where there is none.</summary>
    internal int? FindProgram(string name)
    {
        using ProcReader reader = new(_root);
        int? found = null;
        foreach (int pid in Pids())
        {
            if (pid < (found ?? int.MaxValue) && reader.Read(pid, "comm"u8, out ReadOnlySpan<byte> comm) == ProcReadState.Read
                && Encoding.UTF8.GetString(comm).TrimEnd('\n').Equals(name, StringComparison.OrdinalIgnoreCase))
                found = pid;
        }

        return found;
    }

    /// <summary>The number of this process in that /proc, or 0.</summary>
    internal int OwnPid() => ProcNamespace.NumberIn(new FileInfo(Path.Combine(_root, "self")).LinkTarget);

    private static bool IsPrivileged(ProcReader reader, int self) =>
        reader.Read(self, "status"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read && ProcStatus.Parse(text).HasCapability(Capability.SysPtrace);

    private ProcessInspector Inspect(ProcReader reader) => new(reader, _root, _socketFolder, _clock(), _users.Value, _renaming);

    private FileSystemEnumerable<int> Pids()
    {
        if (!Directory.Exists(_root))
            throw FathomException.NotPossible($"There is no '{_root}', so processes cannot be listed.", "mount it: mount -t proc proc /proc");
        return new FileSystemEnumerable<int>(_root, static (ref entry) => int.Parse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture))
        {
            ShouldIncludePredicate = static (ref entry) => int.TryParse(entry.FileName, NumberStyles.None, CultureInfo.InvariantCulture, out _),
        };
    }
}
