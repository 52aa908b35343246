using System.Globalization;
using Fathom.Sources.Orphans.Kernel;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Orphans.Kernel;

/// <summary>The balance of machines as other kernels show them.</summary>
public sealed class MachineBalanceTests
{
    [Fact]
    public void A_machine_with_zram_zswap_huge_pages_and_a_balloon_adds_up()
    {
        using MachineTree tree = new MachineTree()
            .With(
                "proc/meminfo",
                "MemTotal:       16000000 kB", "MemFree:         1000000 kB", "Buffers:          100000 kB", "Cached:          5000000 kB", "SwapCached:       300000 kB",
                "Active(anon):    2500000 kB", "Inactive(anon):  2000000 kB", "Unevictable:       50000 kB", "Dirty:             40000 kB", "Writeback:          1000 kB",
                "AnonPages:       3000000 kB", "Mapped:           700000 kB", "Shmem:           1400000 kB", "KReclaimable:     450000 kB", "Slab:             600000 kB",
                "SReclaimable:     400000 kB", "SUnreclaim:       200000 kB", "KernelStack:       20000 kB", "PageTables:        60000 kB", "SecPageTables:      5000 kB",
                "VmallocUsed:       90000 kB", "Percpu:            12000 kB", "HardwareCorrupted:     8 kB", "AnonHugePages:    800000 kB", "ShmemHugePages:     2048 kB",
                "FileHugePages:         0 kB", "HugePages_Total:     512", "HugePages_Free:      100", "Hugetlb:         2097152 kB", "Zswap:            250000 kB",
                "Zswapped:         900000 kB", "Balloon:         9000000 kB")
            .With(
                "proc/zoneinfo", "Node 0, zone   Normal", "        present  4000000", "        managed  3900000", "  pagesets", "    cpu: 0",
                "              count:    500", "    cpu: 1", "              count: 700")
            .With(
                "proc/swaps",
                "Filename\t\t\t\tType\t\tSize\t\tUsed\t\tPriority",
                "/dev/zram0                              partition\t8000000\t\t1200000\t\t100",
                "/swap\\040file                           file\t\t2000000\t\t0\t\t-2")
            .With("sys/block/zram0/mm_stat", "1228800000 400000000 420000000        0 430000000    12345        0        0        0")
            .With("sys/block/zram1/mm_stat", "0 0 0 0 0 0 0 0 0")
            .With("sys/block/sda/size", "100")
            .With("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "512")
            .With("sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "100")
            .With("sys/kernel/mm/hugepages/hugepages-2048kB/resv_hugepages", "20")
            .With("sys/kernel/mm/hugepages/hugepages-1048576kB/nr_hugepages", "1")
            .With("sys/kernel/mm/hugepages/hugepages-1048576kB/free_hugepages", "1");

        (List<MemoryPart> parts, long total, long zones) = MachineBalance.Read(tree.Folders);

        Snapshot.Match(Text(parts) + $"total {total}, zones hold {zones / Environment.SystemPageSize} pages\n", "balance-new-kernel.txt");
        Assert.Equal(total, parts.Where(part => part.PartOf is null).Sum(part => part.SizeBytes));
        Assert.Equal(MachineBalance.Kinds, parts.Where(part => part.PartOf is null).Select(part => part.Kind));
    }

    [Fact]
    public void A_kernel_without_most_counters_leaves_more_unaccounted()
    {
        using MachineTree tree = new MachineTree().With(
            "proc/meminfo", "MemTotal: 1000 kB", "MemFree: 300 kB", "Cached: 200 kB", "Shmem: 250 kB", "AnonPages: 100 kB", "Slab: 50 kB", "VmallocUsed: 0 kB", "KernelStack: 16 kB");

        (List<MemoryPart> parts, long total, long zones) = MachineBalance.Read(tree.Folders);

        Assert.Equal((1000L * 1024, 0L), (total, zones));
        Assert.Equal(total, parts.Sum(part => part.SizeBytes));
        Assert.Equal((1000L - 300 - 250 - 100 - 16) * 1024, parts[^1].SizeBytes);
    }

    [Fact]
    public void A_machine_that_shows_nothing_has_no_balance()
    {
        using MachineTree tree = new();

        (List<MemoryPart> parts, long total, _) = MachineBalance.Read(tree.Folders);

        Assert.Equal(0, total);
        Assert.All(parts, part => Assert.Equal(0, part.SizeBytes));
    }

    [Fact]
    public void Text_cut_anywhere_and_numbers_beyond_reason_are_taken_for_nothing()
    {
        const string meminfo = "MemTotal: 16000 kB\nMemFree: 99999999999999999999 kB\nCached: -5 kB\nAnonPages: 9223372036854775807 kB\nShmem: x kB\nSwapCached: 1 kB\n";
        using MachineTree tree = new MachineTree().With("proc/zoneinfo", "managed 99999999999999999999", "count: -1", "managed 18446744073709551615")
            .With("proc/swaps", "", "a", "b c d e", "x y 1 99999999999999999999 5");
        for (int length = 0; length <= meminfo.Length; length++)
        {
            File.WriteAllText(Path.Combine(tree.Folders.Proc, "meminfo"), meminfo[..length]);
            (List<MemoryPart> parts, long total, long zones) = MachineBalance.Read(tree.Folders);
            Assert.Equal(total, parts.Where(part => part.PartOf is null).Sum(part => part.SizeBytes));
            Assert.Equal(0, zones);
        }
    }

    [Fact]
    public void The_balance_of_this_machine_adds_up()
    {
        (List<MemoryPart> parts, long total, _) = MachineBalance.Read(MachineFolders.Live);

        Assert.True(total > 0);
        Assert.Equal(total, parts.Where(part => part.PartOf is null).Sum(part => part.SizeBytes));
    }

    private static string Text(IEnumerable<MemoryPart> parts) => string.Concat(parts.Select(part =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{(part.PartOf is null ? "" : "  ")}{part.Kind}{(part.PartOf is null ? "" : $" of {part.PartOf}")}{(part.Name is null ? "" : $" [{part.Name}]")}: {part.SizeBytes / 1024} KiB\n")));
}
