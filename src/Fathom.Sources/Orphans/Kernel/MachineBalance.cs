using System.Globalization;
using System.Text;
using Fathom.Sources.Memory;

namespace Fathom.Sources.Orphans.Kernel;

/// <summary>
/// Where the memory of the machine is, by the kernel's counters. The parts without <see cref="MemoryPart.PartOf"/> add up to MemTotal: what no counter
/// names is the part <c>unaccounted</c>. Counters that overlap are taken apart: Shmem lies inside Cached, SReclaimable inside KReclaimable, the stacks of
/// threads inside VmallocUsed (they have been allocated there since Linux 4.9 to 4.14), and pages of the swap cache that somebody maps inside AnonPages.
/// </summary>
internal static class MachineBalance
{
    /// <summary>The kinds of the parts that add up, in the order of the balance.</summary>
    public static readonly string[] Kinds =
    [
        "free", "free per processor", "anonymous", "file cache", "shared memory", "buffers", "swap cache", "reclaimable slab", "unreclaimable slab",
        "other reclaimable", "kernel stacks", "page tables", "vmalloc", "percpu", "huge pages", "zram", "zswap", "balloon", "bad pages", "unaccounted",
    ];

    /// <summary>Takes the balance.</summary>
    /// <param name="folders">The machine.</param>
    /// <returns>The parts, MemTotal, and the pages that the zones hold; none where there is no meminfo.</returns>
    public static (List<MemoryPart> Parts, long TotalBytes, long ZoneBytes) Read(MachineFolders folders)
    {
        MemorySums info = MemorySums.Parse(Encoding.ASCII.GetBytes(string.Join('\n', MachineFolders.Lines(Path.Combine(folders.Proc, "meminfo")))));
        ZoneFacts zones = ZoneFacts.Parse(MachineFolders.Lines(Path.Combine(folders.Proc, "zoneinfo")));
        List<(string Device, long Bytes)> compressed = SwapDevices.Zram(folders);
        long total = info["MemTotal"], shmem = info["Shmem"];
        long reclaimableSlab = info["SReclaimable"];
        long[] sizes =
        [
            info["MemFree"],
            zones.PerProcessorBytes,
            info["AnonPages"],
            Math.Max(0, info["Cached"] - shmem),
            shmem,
            info["Buffers"],
            UnmappedSwapCache(info),
            reclaimableSlab,
            info["SUnreclaim"],
            Math.Max(0, info["KReclaimable"] - reclaimableSlab),
            info["KernelStack"],
            info["PageTables"] + info["SecPageTables"],
            Math.Max(0, info["VmallocUsed"] - info["KernelStack"]),
            info["Percpu"],
            info["Hugetlb"],
            compressed.Sum(device => device.Bytes),
            info["Zswap"],
            0,
            info["HardwareCorrupted"],
        ];

        // A balloon driver may have taken its pages out of MemTotal already; then there is no room for them here.
        const int balloon = 17;
        sizes[balloon] = Math.Clamp(total - sizes.Sum(), 0, info["Balloon"]);
        List<MemoryPart> parts = [.. sizes.Select((size, i) => new MemoryPart(Kinds[i], null, null, size))];
        parts.Add(new MemoryPart(Kinds[^1], null, null, total - sizes.Sum()));
        AddDetails(parts, info, folders, compressed);
        return (parts, total, zones.ManagedBytes);
    }

    private static void AddDetails(List<MemoryPart> parts, MemorySums info, MachineFolders folders, List<(string Device, long Bytes)> compressed)
    {
        Add("dirty", "file cache", null, info["Dirty"]);
        Add("writeback", "file cache", null, info["Writeback"]);
        Add("mapped", "file cache", "with mapped shared memory", info["Mapped"]);
        Add("transparent huge pages", "anonymous", null, info["AnonHugePages"]);
        Add("transparent huge pages", "shared memory", null, info["ShmemHugePages"]);
        Add("transparent huge pages", "file cache", null, info["FileHugePages"]);
        Add("unevictable", "anonymous", "with locked and secret memory of other kinds", info["Unevictable"]);
        foreach ((string device, long bytes) in compressed)
            Add("zram device", "zram", device, bytes);
        Add("compressed pages", "zswap", "before compression", info["Zswapped"]);
        foreach (HugePagePool pool in HugePagePool.ReadAll(folders))
        {
            Add("used huge pages", "huge pages", pool.Name, (pool.Count - pool.FreeCount) * pool.PageBytes);
            Add("unused huge pages", "huge pages", pool.Name, pool.FreeCount * pool.PageBytes);
        }

        foreach ((string device, long usedBytes) in SwapDevices.Used(folders))
            parts.Add(new MemoryPart("swap used", "swap", device, usedBytes));

        void Add(string kind, string partOf, string? name, long bytes)
        {
            if (bytes > 0)
                parts.Add(new MemoryPart(kind, partOf, name, bytes));
        }
    }

    // SwapCached counts all pages of the swap cache, and AnonPages those that somebody maps. The lists of pages hold each once.
    private static long UnmappedSwapCache(MemorySums info) =>
        Math.Clamp(info["Active(anon)"] + info["Inactive(anon)"] + info["Unevictable"] - info["AnonPages"] - info["Shmem"], 0, info["SwapCached"]);

    /// <summary>A number in a line, or 0.</summary>
    internal static long Number(string? text) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long value) ? value : 0;
}
