using Fathom.Sources.Orphans;
using Fathom.Sources.Orphans.Cases;
using Fathom.Sources.Orphans.Kernel;
using Xunit;

namespace Fathom.Tests.Sources.Orphans;

/// <summary>Removed control groups in trees of both versions.</summary>
public sealed class DyingCgroupsTests
{
    private const string Root = "sys/fs/cgroup";

    [Fact]
    public void In_version_2_what_the_living_are_not_charged_for_is_that_of_the_removed_groups()
    {
        using MachineTree tree = new MachineTree()
            .With($"{Root}/cgroup.stat", "nr_descendants 4", "nr_dying_descendants 9")
            .With($"{Root}/cgroup.procs", "1")
            .With($"{Root}/system.slice/cgroup.stat", "nr_descendants 2", "nr_dying_descendants 7")
            .With($"{Root}/system.slice/cgroup.procs")
            .With($"{Root}/system.slice/memory.current", "50000000")
            .With($"{Root}/system.slice/a.service/cgroup.stat", "nr_descendants 0", "nr_dying_descendants 0")
            .With($"{Root}/system.slice/a.service/memory.current", "10000000")
            .With($"{Root}/system.slice/b.service/cgroup.stat", "nr_descendants 1", "nr_dying_descendants 3")
            .With($"{Root}/system.slice/b.service/cgroup.procs", "17")
            .With($"{Root}/system.slice/b.service/memory.current", "15000000")
            .With($"{Root}/user.slice/cgroup.stat", "nr_descendants 0", "nr_dying_descendants 0")
            .With($"{Root}/user.slice/memory.current", "99");

        List<OrphanCase> cases = [.. Find(tree).OrderBy(found => found.Owner, StringComparer.Ordinal)];

        Assert.Equal(["control group /", "control group /system.slice", "control group /system.slice/b.service"], cases.Select(found => found.Owner));
        Assert.Equal([2L, 4L, 3L], cases.Select(found => found.Count));
        Assert.Equal([0L, 25_000_000L, 0L], cases.Select(found => found.SizeBytes));
        Assert.Contains("cannot be separated", cases[2].Evidence, StringComparison.Ordinal);
    }

    [Fact]
    public void In_version_1_the_number_is_what_the_kernel_counts_beyond_the_folders()
    {
        using MachineTree tree = new MachineTree()
            .With("proc/cgroups", "#subsys_name\thierarchy\tnum_cgroups\tenabled", "cpu\t1\t1\t1", "memory\t4\t6\t1")
            .With($"{Root}/memory/memory.stat", "cache 100", "rss 200", "total_cache 40000100", "total_rss 200", "total_swap 0")
            .With($"{Root}/memory/docker/memory.stat", "cache 0", "rss 0", "total_cache 40000000", "total_rss 0")
            .With($"{Root}/memory/docker/one/memory.stat", "cache 9000000", "rss 1000", "total_cache 9000000", "total_rss 1000");

        OrphanCase found = Assert.Single(Find(tree));

        Assert.Equal(("control group /docker", 30_999_000L, 3L), (found.Owner, found.SizeBytes, found.Count));
    }

    [Fact]
    public void Removed_groups_without_memory_are_counted_and_a_machine_without_groups_has_none()
    {
        using MachineTree tree = new MachineTree()
            .With("proc/cgroups", "memory\t4\t5\t1")
            .With($"{Root}/memory/memory.stat", "cache 100", "total_cache 100");
        using MachineTree none = new();

        Assert.Equal((4L, 0L), (Assert.Single(Find(tree)).Count, Find(tree)[0].SizeBytes));
        Assert.Empty(Find(none));
    }

    private static IReadOnlyList<OrphanCase> Find(MachineTree tree) => new DyingCgroups(tree.Folders, new ScanBudget(TimeSpan.FromMinutes(5), default)).Find();
}
