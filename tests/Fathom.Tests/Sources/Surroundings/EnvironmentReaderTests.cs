using System.Globalization;
using Fathom.Sources.Surroundings.Facts;
using Fathom.Sources.Surroundings.Tracers;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Surroundings;

/// <summary>Facts of machines that are folders.</summary>
public sealed class EnvironmentReaderTests
{
    private const string Cpu = "sys/devices/system/cpu";

    [Fact]
    public void A_server_with_tracers_and_limits()
    {
        using ServerTree tree = Server();

        Match(tree.Read(), "environment-server.txt");
    }

    [Fact]
    public void Of_a_machine_that_shows_nothing_each_fact_is_there_with_its_reason()
    {
        using ServerTree tree = new() { NoPrograms = "the kernel has no BPF", Audit = new AuditState(null, null, null, "the kernel has no audit") };
        IReadOnlyList<MachineFact> facts = tree.Read();

        Match(facts, "environment-nothing.txt");
        // What is told without a file, and what was counted to be nothing.
        string[] told = ["architecture", "page_bytes", "perf_event_descriptors", "fanotify_marks", "bpf_program_descriptors", "traced_processes"];
        Assert.All(facts.Where(static fact => fact.NotRead is null), fact => Assert.Contains(fact.Name, told));
    }

    [Fact]
    public void Each_fact_of_a_server_is_there_on_a_machine_without_it()
    {
        using ServerTree server = Server(), nothing = new();
        string[] known = [.. nothing.Read().Select(static fact => $"{fact.Topic} {fact.Name}")];
        // They are told by a file of which another fact says that it is not there.
        string[] more =
        [
            "processor processors", "processor microcode", "processor virtual", "processor frequency_driver", "processor frequency_max_khz", "processor frequency_min_khz", "tracing tracing_on",
            "container user_id", "container seccomp", "container rights",
        ];

        // Those of one device, program, group or processor are there where there is one.
        Assert.Empty(server.Read().Where(static fact => fact.Item is null).Select(static fact => $"{fact.Topic} {fact.Name}").Except([.. known, .. more]));
    }

    [Fact]
    public void What_may_not_be_read_says_so()
    {
        using ServerTree tree = Server();
        tree.Remove("proc/swaps");
        tree.Remove("sys/block/nvme0n1/queue/scheduler");
        tree.Remove("proc/30/fd");
        tree.Refuses("proc/swaps").Refuses("sys/block/nvme0n1/queue/scheduler").With("proc/30/fd", "no folder");
        tree.NoPrograms = "no permission (CAP_SYS_ADMIN); run as root";
        tree.Audit = new AuditState(null, null, null, "no permission (CAP_AUDIT_CONTROL); run as root");

        string[] marks = ["permission", "permission;", "inspected;"];
        Match([.. tree.Read().Where(fact => fact.NotRead?.Split(' ').Intersect(marks).Any() == true)], "environment-refused.txt");
    }

    [Fact]
    public void What_files_hold_that_somebody_else_wrote_is_no_more_than_text()
    {
        string endless = new('9', 100_000);
        using ServerTree tree = new ServerTree()
            .With("proc/swaps", $"Filename Type Size Used Priority\n/dev/x\\040y partition {endless} -1 -2\nhalf a line\n")
            .With("proc/meminfo", $"MemTotal: {endless} kB\nMemAvailable: x kB\n")
            .With("proc/stat", $"cpu 1 2 3 4 5 6 7 {endless}")
            .With("proc/pressure/cpu", "some avg10=0.00 total=")
            .With("proc/loadavg", "")
            .With("proc/sys/kernel/tainted", "-1")
            .With("proc/modules", "(((\n\n a b\n\u001b[31m 1 2 - Live 0x0 (OE)\n")
            .With("sys/kernel/tracing/current_tracer", endless)
            .With("sys/kernel/tracing/set_event", string.Join('\n', Enumerable.Range(0, 3_000).Select(static i => $"a:b{i}")))
            .With("sys/kernel/mm/ksm/run", "7")
            .With("sys/block/sda/size", "99999999999999999999")
            .With("sys/block/sdb/size", "2048")
            .With("sys/block/sdb/queue/scheduler", "]none[")
            .With("sys/block/sdb/queue/rotational", "maybe")
            .With("sys/fs/cgroup/cgroup.controllers", "cpu")
            .Process(10, "evil", "0::/../../etc\n0:memory\nnonsense\n0::/a\u0001b")
            .With("sys/fs/cgroup/a\u0001b/cpu.max", "max x")
            .With("sys/fs/cgroup/a\u0001b/memory.max", "-5")
            .With("sys/fs/cgroup/a\u0001b/memory.events", "max -1\noom_kill x\n");

        IReadOnlyList<MachineFact> facts = tree.Read();

        Match([.. facts.Where(static fact => fact.Value is not null || fact.NotRead!.Contains("unexpected", StringComparison.Ordinal))], "environment-hostile.txt");
        Assert.All(facts, static fact => Assert.InRange(fact.Value?.Length ?? 0, 0, 1_001));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_machine_with_more_than_anybody_reads_is_cut_and_says_so()
    {
        using ServerTree tree = new();
        for (int i = 0; i < 1_000; i++)
            tree.With(string.Create(CultureInfo.InvariantCulture, $"sys/block/d{i}/size"), "8").With(string.Create(CultureInfo.InvariantCulture, $"sys/block/d{i}/device/model"), "m");

        IReadOnlyList<MachineFact> facts = tree.Read();

        Assert.Equal(FactList.MaxFacts + 1, facts.Count);
        Assert.Equal("facts_left_out", facts[^1].Name);
        Assert.EndsWith(" facts are more than are kept", facts[^1].NotRead, StringComparison.Ordinal);
    }

    private static ServerTree Server()
    {
        const string container = "3f2a91bc0d1e4f5a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c";
        ServerTree tree = new ServerTree
        {
            Programs = [new(7, 26, "trace_open"), new(8, 26, "trace_open"), new(9, 15, ""), new(10, 99, "later")],
            Audit = new AuditState(true, 321, 14, null),
        }
            .With("proc/sys/kernel/osrelease", "6.8.0-45-generic").With("proc/sys/kernel/version", "#45-Ubuntu SMP").With("proc/sys/kernel/tainted", "12288")
            .With("proc/sys/kernel/perf_event_paranoid", "4").With("proc/sys/kernel/kptr_restrict", "1").With("proc/sys/kernel/yama/ptrace_scope", "1")
            .With("proc/sys/vm/swappiness", "60").With("proc/sys/vm/overcommit_memory", "0")
            .With("proc/modules", "nvidia 56823808 12 - Live 0x0000000000000000 (POE)\next4 999424 1 - Live 0x0000000000000000\nzfs 5000 0 - Live 0x0000000000000000 (OE)")
            .With("proc/cpuinfo", "processor\t: 0\nmodel name\t: Xeon 1\nmicrocode\t: 0x2b\nflags\t\t: fpu vme hypervisor\n\nprocessor\t: 1\nmodel name\t: Xeon 1\n\nprocessor\t: 2\n\nprocessor\t: 3")
            .With("proc/loadavg", "1.50 0.75 0.25 2/300 4711").With("proc/uptime", "1234.56 2000.00").With("proc/stat", "cpu  100 0 50 900 10 0 5 25 0 0\ncpu0 1 2")
            .With("proc/pressure/cpu", "some avg10=0.00 avg60=0.00 avg300=0.00 total=123\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=0")
            .With("proc/meminfo", "MemTotal:       16000000 kB\nMemAvailable:    8000000 kB\nAnonHugePages:     2048 kB")
            .With(
                "proc/swaps",
                "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority\n/dev/zram0     partition\t8388604\t\t1024\t\t100\n"
                + "/swap\\040file                           file\t\t4194300\t\t0\t\t-2")
            .With("proc/self/cgroup", $"0::/docker/{container}").With("proc/self/mountinfo", "").With("proc/self/status", "Uid:\t0\t0\t0\t0\nCapEff:\t0000004000200000\nSeccomp:\t2")
            .Link("proc/self/ns/pid", "pid:[4026532001]")
            .With("sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc")
            .With($"{Cpu}/online", "0-3").With($"{Cpu}/isolated", "").With($"{Cpu}/smt/control", "on").With($"{Cpu}/intel_pstate/no_turbo", "1").With($"{Cpu}/cpufreq/policy0", "")
            .With($"{Cpu}/vulnerabilities/meltdown", "Mitigation: PTI").With($"{Cpu}/vulnerabilities/spectre_v1", "Not affected")
            .With("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never").With("sys/kernel/mm/transparent_hugepage/defrag", "always defer [madvise] never")
            .With("sys/kernel/mm/ksm/run", "1").With("sys/kernel/mm/ksm/pages_sharing", "512")
            .With("sys/module/zswap/parameters/enabled", "Y")
            .With("sys/block/loop0/size", "0").With("sys/block/nvme0n1/size", "2000").With("sys/block/nvme0n1/device/model", "Fast 1").With("sys/block/nvme0n1/queue/rotational", "0")
            .With("sys/block/nvme0n1/queue/scheduler", "[none] mq-deadline")
            .With("sys/block/nvme0n1/queue/write_cache", "write back").With("sys/block/nvme0n1/queue/read_ahead_kb", "128")
            .With("sys/kernel/tracing/current_tracer", "nop").With("sys/kernel/tracing/tracing_on", "1").With("sys/kernel/tracing/set_event", "")
            .With("sys/kernel/tracing/dynamic_events", "p:perf/open do_sys_open")
            .With("sys/kernel/tracing/instances/other/current_tracer", "function").With("sys/kernel/tracing/instances/other/tracing_on", "0")
            .With("sys/kernel/tracing/instances/other/set_event", "sched:sched_switch\nirq:irq_handler_entry")
            .With("sys/fs/cgroup/cgroup.controllers", "cpu memory")
            .With("sys/fs/cgroup/shop/cpu.max", "max 100000").With("sys/fs/cgroup/shop/memory.max", "1073741824").With("sys/fs/cgroup/shop/memory.events", "low 0\nhigh 0\nmax 3\noom 1\noom_kill 1")
            .With("sys/fs/cgroup/shop/web/cpu.max", "150000 100000").With("sys/fs/cgroup/shop/web/cpu.stat", "usage_usec 5\nnr_periods 10\nnr_throttled 4\nthrottled_usec 2500")
            .With("sys/fs/cgroup/shop/web/memory.max", "max")
            .With("sys/fs/cgroup/shop/web/cpuset.cpus", "0-1").With("sys/fs/cgroup/shop/web/pids.max", "100")
            .With("proc/2/stat", "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0").With("proc/2/cgroup", "0::/")
            .Process(10, "web", "0::/shop/web", "/dev/null", "socket:[1]")
            .Process(20, "perf", "0::/", "anon_inode:[perf_event]", "anon_inode:[perf_event]", "anon_inode:bpf-prog")
            .Process(30, "scanner", "0::/", "anon_inode:[fanotify]")
            .With(
                "proc/30/fdinfo/3",
                "pos:\t0\nflags:\t02\nfanotify flags:10 event-flags:8000\nfanotify mnt_id:12 mflags:40 mask:38 ignored_mask:0\nfanotify sdev:800001 mflags:0 mask:3b ignored_mask:0")
            .Process(40, "gdb", "0::/");
        for (int i = 0; i < 4; i++)
        {
            tree.With($"{Cpu}/cpu{i}/cpufreq/scaling_governor", i == 2 ? "performance" : "powersave").With($"{Cpu}/cpu{i}/cpufreq/scaling_driver", "intel_pstate");
            tree.With($"{Cpu}/cpu{i}/cpufreq/scaling_max_freq", "3500000");
            tree.With($"{Cpu}/cpu{i}/thermal_throttle/core_throttle_count", "2").With($"{Cpu}/cpu{i}/thermal_throttle/package_throttle_count", "5");
        }

        return tree.With("proc/10/status", "Name:\tweb\nTracerPid:\t40");
    }

    private static void Match(IReadOnlyList<MachineFact> facts, string snapshot) =>
        Snapshot.Match(ServerTree.Text(facts).Replace("| architecture | setting | arm64", "| architecture | setting | x64", StringComparison.Ordinal), snapshot);
}
