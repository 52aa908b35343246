using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Fathom.Model.Results;
using Fathom.Sources.Machine.Checks;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Checks;

public sealed class DoctorTests
{
    private const string ContainerId = "3f2a91bc0d1e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c";

    [Fact]
    public void A_machine_that_has_everything()
    {
        using MachineTree machine = new MachineTree()
            .Self(0, MachineTree.AllRights, seccomp: 0)
            .File("/etc/passwd", "root:x:0:0::/root:/bin/sh\n")
            .File("/proc/sys/kernel/osrelease", "6.18.0\n")
            .File("/proc/sys/kernel/yama/ptrace_scope", "1\n")
            .File("/proc/sys/kernel/perf_event_paranoid", "2\n")
            .File("/proc/sys/kernel/kptr_restrict", "1\n")
            .File("/proc/sys/kernel/core_pattern", "|/usr/lib/systemd/systemd-coredump %P %u\n")
            .File("/proc/self/limits", "Limit                     Soft Limit           Hard Limit           Units\n"
                + "Max core file size        unlimited            unlimited            bytes     \n")
            .File("/proc/self/cgroup", "0::/user.slice/session-1.scope\n")
            .File("/proc/self/mountinfo", "30 24 0:12 / /sys/kernel/tracing rw,nosuid shared:1 - tracefs tracefs rw\n")
            .File("/sys/kernel/tracing/events/sched/enable")
            .File("/sys/fs/cgroup/cgroup.controllers", "cpuset cpu io memory pids\n")
            .Link("/proc/self/ns/pid", MachineView.FirstPidNamespace)
            .Runtime("/usr/lib/dotnet", "8.0.22")
            .Runtime("/usr/lib/dotnet", "10.0.12", createDump: false)
            .Runtime("/home/alice/.dotnet", "9.0.5")
            .Link("/usr/bin/dotnet", "../lib/dotnet/dotnet")
            .File("/usr/lib/dotnet/dotnet")
            .File("/usr/bin/perf");

        MatchSnapshot(machine, "doctor-good.txt");
    }

    [Fact]
    public void A_container_without_rights()
    {
        using MachineTree machine = new MachineTree
        {
            AllowsTracing = false,
            FreeBytes = 1024 * 1024,
            Engine = () => throw new DllNotFoundException("libduckdb.so: cannot open\nmore"),
            PerfVersion = null,
        }
            .Self(1000, 0, seccomp: 2)
            .File("/proc/sys/kernel/osrelease", "5.15.0\n")
            .File("/proc/sys/kernel/yama/ptrace_scope", "1\n")
            .File("/proc/sys/kernel/perf_event_paranoid", "4\n")
            .File("/proc/sys/kernel/kptr_restrict", "2\n")
            .File("/proc/sys/kernel/core_pattern", "\n")
            .File("/proc/self/limits", "Max core file size        0                    unlimited            bytes     \n")
            .File("/proc/self/cgroup", $"0::/docker/{ContainerId}\n")
            .File("/proc/self/mountinfo", "")
            .File("/sys/fs/cgroup/cgroup.controllers", "cpu\n")
            .Link("/proc/self/ns/pid", "pid:[4026532001]")
            .Runtime("/opt/own", "8.0.1", dataAccess: false)
            .Set("DOTNET_ROOT", "/opt/own/")
            .File("/usr/bin/perf");

        MatchSnapshot(machine, "doctor-container.txt");
    }

    [Fact]
    public void A_laptop_of_an_ordinary_user()
    {
        using MachineTree machine = new MachineTree { FreeBytes = null }
            .Self(1000, 0, seccomp: 0)
            .File("/etc/passwd", "alice:x:1000:1000::/home/alice:/bin/sh\n")
            .File("/proc/sys/kernel/osrelease", "6.8.0\n")
            .File("/proc/sys/kernel/yama/ptrace_scope", "3\n")
            .File("/proc/sys/kernel/perf_event_paranoid", "1\n")
            .File("/proc/sys/kernel/kptr_restrict", "0\n")
            .File("/proc/sys/kernel/core_pattern", "core.%p\n")
            .File("/proc/self/limits", "Max core file size        1048576              unlimited            bytes     \n")
            .File("/proc/self/cgroup", "4:memory:/user\n0::/\n")
            .File("/proc/self/mountinfo", "30 24 0:12 / /sys/kernel/tracing rw,nosuid shared:1 - tracefs tracefs rw\n")
            .File("/sys/fs/cgroup/memory/memory.limit_in_bytes")
            .Link("/proc/self/ns/pid", MachineView.FirstPidNamespace)
            .Set("TMPDIR", "/var/scratch");

        MatchSnapshot(machine, "doctor-laptop.txt");
    }

    [Fact]
    public void A_machine_of_which_nothing_can_be_read()
    {
        using MachineTree machine = new();

        MatchSnapshot(machine, "doctor-nothing.txt");
    }

    [Fact]
    public void Every_missing_thing_has_a_fix_and_nothing_else_has()
    {
        using MachineTree machine = new();

        Assert.All(Doctor.Look(machine.View), check => Assert.Equal(check.Ok == true, check.Fix is null));
    }

    [Fact]
    public void This_machine_allows_what_the_tests_of_live_processes_do()
    {
        IReadOnlyList<MachineCheck> checks = Doctor.Look(MachineView.Here(new MachineProbes { LoadEngine = () => "engine" }));

        Assert.True(checks.Single(check => check.Name == "system call ptrace").Ok);
        Assert.True(checks.Single(check => check.Name == "system call process_vm_readv").Ok);
        // The runtime that runs this test is found, with its data access library.
        string folder = RuntimeEnvironment.GetRuntimeDirectory().TrimEnd('/');
        Assert.Contains(checks, check => check.Name == $"runtime {Environment.Version}" && check.Ok == true && check.Value.StartsWith(folder, StringComparison.Ordinal));
        Assert.Equal(Environment.UserName, checks.Single(check => check.Name == "user").Value);
    }

    [Theory]
    [InlineData(77, true)]
    [InlineData(1, false)]
    public void Processes_of_another_PID_namespace_than_ours_are_none_that_can_be_named(int ownNumber, bool ok)
    {
        using MachineTree machine = new MachineTree { OwnNumber = ownNumber }
            .Link("/proc/77/ns/pid", MachineView.FirstPidNamespace)
            .Link("/proc/self", "77");

        Assert.Equal(ok, Doctor.Look(machine.View).Single(static check => check.Name == "PID namespace").Ok);
    }

    [Fact]
    public void A_row_has_the_checks_four_values()
    {
        ResultTable table = Doctor.ToTable([new("a", true, "b", null), new("c", false, "d", "e"), new("f", null, "g", "h")]);

        Assert.Equal(["check", "ok", "value", "fix"], table.Columns.Select(column => column.Name));
        Assert.Equal(["a,true,b,", "c,false,d,e", "f,,g,h"], table.Rows.Select(row => string.Join(',', row)));
    }

    private static void MatchSnapshot(MachineTree machine, string name)
    {
        StringBuilder text = new();
        foreach (MachineCheck check in Doctor.Look(machine.View))
        {
            string ok = check.Ok switch { true => "ok     ", false => "MISSING", null => "-      " };
            text.Append(CultureInfo.InvariantCulture, $"{ok} {check.Name}: {check.Value}\n");
            if (check.Fix is { } fix)
                text.Append(CultureInfo.InvariantCulture, $"        fix: {fix}\n");
        }

        // The one line that the architecture of the tests decides.
        string architecture = RuntimeInformation.ProcessArchitecture.ToString().ToLowerInvariant();
        Snapshot.Match(text.ToString().Replace($", {architecture}\n", ", ARCHITECTURE\n", StringComparison.Ordinal), name);
    }
}
