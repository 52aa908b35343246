using System.Globalization;
using Fathom.Model.Renaming;
using Fathom.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Processes;

/// <summary>A folder that looks like /proc. Removed when disposed.</summary>
internal sealed class ProcTree : IDisposable
{
    public const long TicksPerSecond = 100;
    public const long BootUnixNs = 1_700_000_000_000_000_000;
    public const long NowUnixNs = BootUnixNs + 3_600_000_000_000;

    public ProcTree()
    {
        Folder = Directory.CreateTempSubdirectory("fathom-proc-").FullName;
        File.WriteAllText(Path.Combine(Folder, "passwd"), "root:x:0:0:root:/root:/bin/bash\nalice:x:1000:1000::/home/alice:/bin/sh\n");
        Directory.CreateDirectory(Root);
        Directory.CreateDirectory(SocketFolder);
    }

    public string Folder { get; }

    public string Root => Path.Combine(Folder, "proc");

    public string SocketFolder => Path.Combine(Folder, "tmp");

    public ProcessScanner Scanner(RenameRules? renaming = null) =>
        new(Root, Path.Combine(Folder, "passwd"), SocketFolder, () => new BootClock(BootUnixNs, NowUnixNs, TicksPerSecond), renaming);

    public ProcessScan Scan(RenameRules? renaming = null) => Scanner(renaming).Scan(TestContext.Current.CancellationToken);

    /// <summary>Adds a process and returns its folder.</summary>
    public string Add(FakeProcess process)
    {
        string folder = Directory.CreateDirectory(Path.Combine(Root, process.Pid.ToString(CultureInfo.InvariantCulture))).FullName;
        Write(folder, "stat", process.Stat);
        Write(folder, "status", process.Status);
        if (process.Maps is { } maps)
            Write(folder, "maps", maps);
        else
            File.CreateSymbolicLink(Path.Combine(folder, "maps"), "maps");
        Write(folder, "cmdline", string.Concat(process.Arguments.Select(a => a + "\0")));
        Write(folder, "cgroup", process.Cgroup);
        Write(folder, "mountinfo", process.Mounts);
        Write(folder, "environ", string.Concat(process.Environment.Select(v => v + "\0")));
        if (process.Executable is { } executable)
            File.CreateSymbolicLink(Path.Combine(folder, "exe"), executable);
        Directory.CreateDirectory(Path.Combine(folder, "root", "tmp"));
        Directory.CreateDirectory(Path.Combine(folder, "ns"));
        File.CreateSymbolicLink(Path.Combine(folder, "ns", "pid"), process.PidNamespace);
        return folder;
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private static void Write(string folder, string name, string content) => File.WriteAllText(Path.Combine(folder, name), content);
}
