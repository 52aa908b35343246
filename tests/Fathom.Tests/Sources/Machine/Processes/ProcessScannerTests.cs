using Fathom.Model;
using Fathom.Model.Renaming;
using Fathom.Sources.Machine.Processes;
using Xunit;
using static Fathom.Tests.Sources.Machine.Processes.FakeProcess;

namespace Fathom.Tests.Sources.Machine.Processes;

public sealed class ProcessScannerTests : IDisposable
{
    private readonly ProcTree _tree = new();

    public void Dispose() => _tree.Dispose();

    [Fact]
    public void A_process_is_listed_with_everything_that_proc_says()
    {
        _tree.Add(new FakeProcess(100) { ParentPid = 7, EffectiveUserId = 1000, Comm = "Shop) (x" });

        ProcessFacts shop = Assert.Single(_tree.Scan().Processes);

        Assert.Equal((100, 7, "Shop", "Shop.dll"), (shop.Pid, shop.ParentPid, shop.Name, shop.Application));
        Assert.Equal(("/app/Shop --port 80", "10.0.12", FakeProcess.Runtime), (shop.CommandLine, shop.RuntimeVersion, shop.RuntimeLibrary));
        Assert.Equal((2048 * 1024L, "alice", 1000u), (shop.RssBytes, shop.User, shop.UserId));
        Assert.Equal(ProcTree.BootUnixNs + 123_450_000_000, shop.StartUnixNs);
        Assert.Equal(3_600_000_000_000 - 123_450_000_000, shop.AgeNs);
        Assert.Null(shop.Container);
    }

    [Fact]
    public void Processes_come_in_the_order_of_their_numbers()
    {
        foreach (int pid in new[] { 30, 4, 100 })
            _tree.Add(new FakeProcess(pid));

        Assert.Equal([4, 30, 100], _tree.Scan().Processes.Select(p => p.Pid));
    }

    [Fact]
    public void What_only_maps_the_runtime_to_look_at_it_is_no_dotnet_process()
    {
        _tree.Add(new FakeProcess(1) { Comm = "gdb", Maps = Map("r--p", FakeProcess.Runtime) + Map("r-xp", "/usr/bin/gdb") });
        _tree.Add(new FakeProcess(2) { Comm = "bash", Maps = Map("r-xp", "/usr/bin/bash") });
        _tree.Add(new FakeProcess(3) { Comm = "kthreadd", Flags = 0x0020_0000, Maps = Map("r-xp", FakeProcess.Runtime) });

        ProcessScan scan = _tree.Scan();

        Assert.Empty(scan.Processes);
        Assert.Empty(scan.Refused);
        Assert.Null(scan.Notice);
    }

    [Fact]
    public void A_single_file_is_found_by_its_generated_code()
    {
        _tree.Add(new FakeProcess(5) { Maps = Map("r-xp", "/app/Shop") + Map("r-xs", "/memfd:doublemapper (deleted)") });

        ProcessFacts shop = Assert.Single(_tree.Scan().Processes);

        Assert.Equal(("Shop", "Shop"), (shop.Application, shop.Name));
        Assert.Null(shop.RuntimeVersion);
    }

    [Theory]
    [InlineData("tmp", "")]
    [InlineData("var/scratch", "TMPDIR=/var/scratch/")]
    public void A_single_file_without_double_mapping_is_found_by_its_diagnostics_socket(string folder, string variable)
    {
        string process = _tree.Add(new FakeProcess(5) { Maps = Map("r-xp", "/app/Shop"), NamespacePids = "\t17", Environment = ["PATH=/bin", variable] });
        Directory.CreateDirectory(Path.Combine(process, "root", folder));
        File.WriteAllText(Path.Combine(process, "root", folder, "dotnet-diagnostic-17-12345-socket"), "");

        Assert.Equal(5, Assert.Single(_tree.Scan().Processes).Pid);
    }

    [Fact]
    public void A_socket_of_an_earlier_process_with_that_number_does_not_count()
    {
        string process = _tree.Add(new FakeProcess(5) { Maps = Map("r-xp", "/app/Shop") });
        File.WriteAllText(Path.Combine(process, "root", "tmp", "dotnet-diagnostic-5-12344-socket"), "");

        Assert.Empty(_tree.Scan().Processes);
    }

    [Fact]
    public void What_we_may_not_look_into_is_counted_and_said()
    {
        _tree.Add(new FakeProcess(5) { Maps = null });
        Assert.Equal(
            "1 process could not be inspected; run as root, or with CAP_SYS_PTRACE, to see all .NET processes.",
            _tree.Scan().Notice);

        _tree.Add(new FakeProcess(6) { Maps = null });
        ProcessScan scan = _tree.Scan();

        Assert.Empty(scan.Processes);
        Assert.Equal("2 processes could not be inspected; run as root, or with CAP_SYS_PTRACE, to see all .NET processes.", scan.Notice);
    }

    [Fact]
    public void With_all_rights_nobody_is_told_to_be_root()
    {
        _tree.Add(new FakeProcess(1) { Maps = null });
        _tree.Add(new FakeProcess(9));
        File.CreateSymbolicLink(Path.Combine(_tree.Root, "self"), "9");

        ProcessScan scan = _tree.Scan();

        Assert.Empty(scan.Processes);
        Assert.Equal("1 process could not be inspected, although Fathom has CAP_SYS_PTRACE: Shop (1).", scan.Notice);
    }

    [Fact]
    public void A_process_of_another_user_is_found_by_its_socket_and_shows_what_everybody_may_read()
    {
        _tree.Add(new FakeProcess(5) { Maps = null, Executable = null, EffectiveUserId = 1000, Arguments = ["dotnet", "/srv/Api.dll"] });
        File.WriteAllText(Path.Combine(_tree.SocketFolder, "dotnet-diagnostic-5-12345-socket"), "");

        ProcessScan scan = _tree.Scan();

        ProcessFacts api = Assert.Single(scan.Processes);
        Assert.Equal(("Api.dll", "alice", 2048 * 1024L), (api.Application, api.User, api.RssBytes));
        Assert.Null(api.RuntimeVersion);
        Assert.Empty(scan.Refused);
    }

    [Fact]
    public void A_self_contained_application_names_its_runtime_in_its_configuration()
    {
        string process = _tree.Add(new FakeProcess(5) { Maps = Map("r-xp", "/app/libcoreclr.so (deleted)") + Map("r--p", "/app/Shop.dll (deleted)") });
        Directory.CreateDirectory(Path.Combine(process, "root", "app"));
        File.WriteAllText(
            Path.Combine(process, "root", "app", "Shop.runtimeconfig.json"),
            """{ "runtimeOptions": { "includedFrameworks": [ { "name": "Microsoft.NETCore.App", "version": "8.0.22" } ] } }""");

        ProcessFacts shop = Assert.Single(_tree.Scan().Processes);

        Assert.Equal(("Shop.dll", "8.0.22"), (shop.Application, shop.RuntimeVersion));
    }

    [Fact]
    public void A_process_in_a_pid_namespace_of_its_own_is_in_a_container_without_a_name()
    {
        _tree.Add(new FakeProcess(5) { NamespacePids = "\t1", PidNamespace = "pid:[4026532001]" });

        Assert.Equal("pid namespace 4026532001", Assert.Single(_tree.Scan().Processes).Container?.ShortName);
    }

    [Fact]
    public void A_rename_rule_changes_the_name_and_not_the_application()
    {
        _tree.Add(new FakeProcess(5) { Executable = "/usr/bin/dotnet", Arguments = ["dotnet", "Host.dll", "--role", "billing"] });
        RenameRules rules = new([new("host", ["BILLING"], [], "Billing")]);

        ProcessFacts host = Assert.Single(_tree.Scan(rules).Processes);

        Assert.Equal(("Billing", "Host.dll"), (host.Name, host.Application));
    }

    [Fact]
    public void A_look_at_one_number_says_what_is_there()
    {
        _tree.Add(new FakeProcess(5));
        _tree.Add(new FakeProcess(6) { Comm = "bash", Maps = Map("r-xp", "/usr/bin/bash") });
        _tree.Add(new FakeProcess(7) { Maps = null });
        ProcessScanner scanner = _tree.Scanner();

        Assert.Equal((ProcessState.DotNet, "Shop"), (scanner.Look(5).State, scanner.Look(5).Facts?.Name));
        Assert.Equal((ProcessState.NotDotNet, "bash"), (scanner.Look(6).State, scanner.Look(6).Program));
        Assert.Equal(ProcessState.Refused, scanner.Look(7).State);
        Assert.Equal(ProcessState.Gone, scanner.Look(8).State);
    }

    [Fact]
    public void A_process_that_has_ended_and_was_not_collected_is_not_listed_and_told_from_one_that_is_not_there()
    {
        _tree.Add(new FakeProcess(5) { State = 'Z', Maps = "" });

        Assert.Empty(_tree.Scan().Processes);
        Assert.Equal(ProcessState.Ended, _tree.Scanner().Look(5).State);
    }

    [Fact]
    public void A_machine_without_proc_is_refused()
    {
        Directory.Delete(_tree.Root, recursive: true);

        FathomException e = Assert.Throws<FathomException>(() => _tree.Scan());

        Assert.Equal(ExitCode.NotPossible, e.ExitCode);
    }

    [Theory]
    [InlineData("")]
    [InlineData("5 (Shop) S")]
    [InlineData("5 (Shop) S x 1 1 0 -1 1 99 0 0 0 0 0 0 0 20 0 1 0 1 2 3 4")]
    [InlineData("5 Shop S 1 1 1 0 -1 1 99 0 0 0 0 0 0 0 20 0 1 0 1 2 3 4")]
    public void A_process_whose_stat_cannot_be_read_is_gone(string stat)
    {
        string process = _tree.Add(new FakeProcess(5));
        File.WriteAllText(Path.Combine(process, "stat"), stat);

        Assert.Empty(_tree.Scan().Processes);
    }
}
