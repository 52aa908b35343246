using Fathom.Sources.Machine.Resources;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Resources;

/// <summary>Trees of files as kernels of both versions make them.</summary>
public sealed class CgroupMemoryTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Version_2_gives_sizes_counts_and_pressure()
    {
        Write("system.slice/app.service/memory.current", "1048576\n");
        Write("system.slice/app.service/memory.peak", "2097152\n");
        Write("system.slice/app.service/memory.max", "max\n");
        Write("system.slice/app.service/memory.high", "4194304\n");
        Write("system.slice/app.service/memory.stat", "anon 524288\nfile 262144\nkernel 65536\nkernel_stack 4096\npagetables 8192\nsock 1024\nshmem 2048\nfile_mapped 512\nslab 16384\n");
        Write("system.slice/app.service/memory.events", "low 0\nhigh 3\nmax 7\noom 1\noom_kill 2\n");
        Write("system.slice/app.service/memory.swap.current", "12288\n");
        Write("system.slice/app.service/memory.pressure", "some avg10=0.00 avg60=0.10 avg300=0.00 total=1234\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=1000\n");

        Snapshot.Match(Describe(CgroupMemory.Read(["0::/system.slice/app.service"], _folder.Path)), "cgroup-v2.txt");
    }

    [Fact]
    public void Version_1_gives_the_same_facts_under_the_same_names()
    {
        Write("memory/docker/1/memory.usage_in_bytes", "1048576\n");
        Write("memory/docker/1/memory.max_usage_in_bytes", "2097152\n");
        Write("memory/docker/1/memory.limit_in_bytes", "9223372036854771712\n");
        Write(
            "memory/docker/1/memory.stat",
            "cache 1\nrss 2\ntotal_cache 262144\ntotal_rss 524288\ntotal_shmem 2048\ntotal_mapped_file 512\ntotal_swap 12288\nhierarchical_memory_limit 3000000\ntotal_inactive_file 48576\n");
        Write("memory/docker/1/memory.kmem.usage_in_bytes", "65536\n");
        Write("memory/docker/1/memory.kmem.tcp.usage_in_bytes", "1024\n");
        Write("memory/docker/1/memory.failcnt", "7\n");
        Write("memory/docker/1/memory.oom_control", "oom_kill_disable 0\nunder_oom 0\noom_kill 2\n");

        Snapshot.Match(Describe(CgroupMemory.Read(["3:cpu,cpuacct:/docker/1", "5:memory:/docker/1", "0::/init.scope"], _folder.Path)), "cgroup-v1.txt");
    }

    [Fact]
    public void A_container_without_a_limit_has_that_of_its_pod()
    {
        const string pod = "kubepods.slice/pod1.slice";
        Write("memory.stat", "anon 9\n");
        Write("kubepods.slice/memory.max", "8000000\n");
        Write($"{pod}/memory.max", "3000000\n");
        Write($"{pod}/app.scope/memory.max", "max\n");
        Write($"{pod}/app.scope/memory.stat", "anon 524288\nfile 2000000\ninactive_file 1500000\nfile_dirty 4096\nkernel_stack 4096\npagetables 8192\nslab 16384\npercpu 100\n");
        Write($"{pod}/app.scope/memory.current", "2524288\n");
        Write($"{pod}/app.scope/memory.swap.max", "0\n");
        Write($"{pod}/app.scope/memory.zswap.current", "77\n");

        Snapshot.Match(Describe(CgroupMemory.Read([$"0::/{pod}/app.scope"], _folder.Path)), "cgroup-v2-pod.txt");
    }

    [Fact]
    public void Beside_trees_of_version_1_that_of_version_2_lies_apart()
    {
        Write("cpu/cgroup.procs", "1\n");
        Write("unified/app/memory.stat", "anon 5\n");

        Assert.Equal(5, CgroupMemory.Read(["2:cpu:/app", "0::/app"], _folder.Path)!.Facts.Single(fact => fact.Name == "anon").SizeBytes);
    }

    [Fact]
    public void A_path_of_another_view_means_the_mounted_root()
    {
        Write("memory.stat", "anon 77\n");

        Assert.Equal(77, CgroupMemory.Read(["0::/../outside"], _folder.Path)!.Facts.Single(fact => fact.Name == "anon").SizeBytes);
    }

    [Theory]
    [InlineData("0::/x")]
    [InlineData("nonsense")]
    [InlineData("")]
    public void Without_a_memory_controller_there_is_no_answer(string line) => Assert.Null(CgroupMemory.Read([line], _folder.Path));

    [Fact]
    public void Lines_that_are_no_figures_leave_their_facts_out()
    {
        Write("memory.stat", "anon\nfile x\nshmem -5\nsock 99999999999999999999999\nkernel 1 2\n");
        Write("memory.current", "");
        Write("memory.pressure", "some total=\nfull avg10=1\n");

        Assert.All(CgroupMemory.Read(["0::/"], _folder.Path)!.Facts, fact => Assert.Equal((null, null, null), (fact.SizeBytes, fact.Count, fact.DurationNs)));
    }

    private static string Describe(CgroupMemory? group) =>
        $"{group!.Path} version {group.Version}\n" + string.Concat(group.Facts.Select(fact => $"{fact.Name}: {fact.SizeBytes} B, {fact.Count} times, {fact.DurationNs} ns\n"));

    private void Write(string file, string text)
    {
        string path = _folder.File(file);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
