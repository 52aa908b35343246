namespace Fathom.Sources.Orphans.Kernel;

/// <summary>The pool of huge pages of one size.</summary>
/// <param name="Name">As the kernel names it: hugepages-2048kB.</param>
/// <param name="PageBytes">Bytes of a page.</param>
/// <param name="Count">Pages in the pool.</param>
/// <param name="FreeCount">Pages of those that nobody has touched.</param>
/// <param name="ReservedCount">Pages of the free ones that are promised to a mapping.</param>
internal readonly record struct HugePagePool(string Name, long PageBytes, long Count, long FreeCount, long ReservedCount)
{
    /// <summary>The pools of all sizes that hold pages.</summary>
    public static List<HugePagePool> ReadAll(MachineFolders folders)
    {
        List<HugePagePool> pools = [];
        string sizes = Path.Combine(folders.Sys, "kernel", "mm", "hugepages");
        foreach (string name in MachineFolders.Names(sizes))
        {
            if (!name.StartsWith("hugepages-", StringComparison.Ordinal) || !name.EndsWith("kB", StringComparison.Ordinal))
                continue;
            string folder = Path.Combine(sizes, name);
            long count = Read("nr_hugepages");
            if (count > 0)
                pools.Add(new HugePagePool(name, MachineBalance.Number(name["hugepages-".Length..^2]) * 1024, count, Math.Min(count, Read("free_hugepages")), Read("resv_hugepages")));

            long Read(string file) => MachineBalance.Number(MachineFolders.Line(Path.Combine(folder, file)));
        }

        return pools;
    }
}
