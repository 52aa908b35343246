using System.Text;
using Fathom.Model.Renaming;
using Fathom.Sources.Renaming;

namespace Fathom.Sources.Machine.Processes;

/// <summary>Looks at one process after the other with the same buffer.</summary>
internal sealed class ProcessInspector(ProcReader reader, string root, string socketFolder, BootClock clock, UserNames users, RenameRules renaming)
{
    /// <summary>What the process is, and all that can be known about it.</summary>
    /// <param name="pid">Number of the process (pid).</param>
    /// <param name="describesAny">Whether a process without .NET is described too; a scan of all processes has no use for that.</param>
    public ProcessReading Look(int pid, bool describesAny)
    {
        if (reader.Read(pid, "stat"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read || !ProcStat.TryParse(text, out ProcStat stat))
            return new ProcessReading(ProcessState.Gone, null, null);
        string program = ProgramName(text);
        if (stat.HasEnded)
            return new ProcessReading(ProcessState.Ended, null, program);
        if (stat.IsKernelThread)
            return new ProcessReading(ProcessState.NotDotNet, null, program);

        ProcReadState state = reader.Read(pid, "maps"u8, out text);
        ProcMaps maps = ProcMaps.Parse(text);
        string? library = maps.RuntimeLibrary;
        bool runsRuntime = library is not null || maps.HasGeneratedCode;
        List<string> assemblies = runsRuntime ? maps.Assemblies() : [];
        if (state == ProcReadState.Gone)
            return new ProcessReading(ProcessState.Gone, null, null);

        ProcStatus status = ReadStatus(pid);
        if (!runsRuntime && NativeAotImage.Is($"{root}/{pid}/exe"))
            return new ProcessReading(ProcessState.NativeAot, Describe(pid, stat, status, null, assemblies) with { RuntimeVersion = ProcessFacts.NativeAot }, program);
        if (runsRuntime || HasDiagnosticsSocket(pid, stat, status, state == ProcReadState.Read))
            return new ProcessReading(ProcessState.DotNet, Describe(pid, stat, status, library, assemblies), program);
        return state == ProcReadState.Refused
            ? new ProcessReading(ProcessState.Refused, null, program)
            : new ProcessReading(ProcessState.NotDotNet, describesAny ? DescribeOther(pid, stat, status, program) : null, program);
    }

    private ProcessFacts Describe(int pid, in ProcStat stat, in ProcStatus status, string? library, List<string> assemblies)
    {
        string[] arguments = reader.Read(pid, "cmdline"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read ? CommandLine.Split(text) : [];
        string? commandLine = arguments.Length > 0 ? CommandLine.Join(arguments) : null;
        string? executable = ReadExecutable(pid);
        string? application = ApplicationFinder.Find(executable, arguments, assemblies, path => File.Exists(SeenBy(pid, path)));
        return new ProcessFacts
        {
            Pid = pid,
            ParentPid = stat.ParentPid,
            Name = NameOf(pid, application, executable, arguments, commandLine),
            Application = application,
            Executable = executable,
            CommandLine = commandLine,
            RuntimeVersion = VersionOf(pid, library, application),
            RuntimeLibrary = library,
            RssBytes = status.RssBytes,
            UserId = status.UserId,
            User = status.UserId is { } id ? users[id] : null,
            Container = ContainerOf(pid, status),
            StartUnixNs = clock.StartUnixNs(stat.StartTicks),
            AgeNs = clock.AgeNs(stat.StartTicks),
        };
    }

    // A process that runs no .NET: what every process has.
    private ProcessFacts DescribeOther(int pid, in ProcStat stat, in ProcStatus status, string program)
    {
        string[] arguments = reader.Read(pid, "cmdline"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read ? CommandLine.Split(text) : [];
        return new ProcessFacts
        {
            Pid = pid,
            ParentPid = stat.ParentPid,
            Name = program,
            Application = null,
            Executable = ReadExecutable(pid),
            CommandLine = arguments.Length > 0 ? CommandLine.Join(arguments) : null,
            RuntimeVersion = null,
            RuntimeLibrary = null,
            RssBytes = status.RssBytes,
            UserId = status.UserId,
            User = status.UserId is { } id ? users[id] : null,
            Container = ContainerOf(pid, status),
            StartUnixNs = clock.StartUnixNs(stat.StartTicks),
            AgeNs = clock.AgeNs(stat.StartTicks),
        };
    }

    private string NameOf(int pid, string? application, string? executable, string[] arguments, string? commandLine)
    {
        string own = ApplicationFinder.SdkCommand(application, arguments) is { } command
            ? $"dotnet {command}"
            : application is null ? $"pid {pid}" : ExecutableName.WithoutExtension(application);
        if (renaming.Rules.Count == 0)
            return own;
        string program = ExecutableName.WithoutExtension(Path.GetFileName(executable ?? ""));
        return renaming.Apply(own, [own, ExecutableName.WithoutExtension(application ?? ""), program], commandLine ?? "");
    }

    private string? VersionOf(int pid, string? library, string? application)
    {
        if (library is null)
            return SingleFileBundle.RuntimeVersion($"{root}/{pid}/exe");
        if (RuntimeVersionFinder.FromSharedPath(library) is { } shared)
            return shared;
        string config = Path.Combine(Path.GetDirectoryName(library) ?? "/", ExecutableName.WithoutExtension(application ?? "") + ".runtimeconfig.json");
        return RuntimeVersionFinder.FromConfigFile(SeenBy(pid, config));
    }

    private ContainerFacts? ContainerOf(int pid, in ProcStatus status)
    {
        if (reader.Read(pid, "cgroup"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read && ContainerPath.FromCgroup(text) is { } fromCgroup)
            return fromCgroup;
        if (reader.Read(pid, "mountinfo"u8, out text) == ProcReadState.Read && ContainerPath.FromMounts(text) is { } fromMounts)
            return fromMounts;
        if (status.NamespaceDepth <= 1)
            return null;

        // "pid:[4026532001]"
        ReadOnlySpan<byte> link = reader.ReadLink(pid, "ns/pid"u8);
        ReadOnlySpan<byte> number = link.Trim("pid:[]"u8);
        return new ContainerFacts(ContainerFacts.NamespaceEngine, number.IsEmpty ? "unknown" : Encoding.ASCII.GetString(number), null);
    }

    // The runtime names the socket by the number it knows itself by, and puts it into TMPDIR as it sees it.
    private bool HasDiagnosticsSocket(int pid, in ProcStat stat, in ProcStatus status, bool canLookInside)
    {
        string socket = $"dotnet-diagnostic-{status.InnermostPid ?? pid}-{stat.StartTicks}-socket";
        if (!canLookInside)
            return File.Exists(Path.Combine(socketFolder, socket));
        if (reader.Exists(pid, Encoding.UTF8.GetBytes($"root/tmp/{socket}")))
            return true;
        return TemporaryFolder(pid) is { } folder && reader.Exists(pid, Encoding.UTF8.GetBytes($"root{folder}/{socket}"));
    }

    private string? TemporaryFolder(int pid)
    {
        if (reader.Read(pid, "environ"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read)
            return null;
        foreach (Range range in text.Split((byte)0))
        {
            if (text[range].StartsWith("TMPDIR=/"u8))
                return Encoding.UTF8.GetString(text[range]["TMPDIR="u8.Length..]).TrimEnd('/');
        }

        return null;
    }

    private ProcStatus ReadStatus(int pid) =>
        reader.Read(pid, "status"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read ? ProcStatus.Parse(text) : default;

    private string? ReadExecutable(int pid)
    {
        ReadOnlySpan<byte> link = reader.ReadLink(pid, "exe"u8);
        if (link.EndsWith(" (deleted)"u8))
            link = link[..^" (deleted)"u8.Length];
        return link.IsEmpty ? null : Encoding.UTF8.GetString(link);
    }

    private string SeenBy(int pid, string path) => $"{root}/{pid}/root{path}";

    private static string ProgramName(ReadOnlySpan<byte> stat)
    {
        int start = stat.IndexOf((byte)'(');
        int end = stat.LastIndexOf((byte)')');
        return start >= 0 && end > start ? Encoding.UTF8.GetString(stat[(start + 1)..end]) : "";
    }
}
