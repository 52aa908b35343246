namespace Fathom.Sources.Orphans.Kernel;

/// <summary>Where swapped pages are: devices and files of <c>/proc/swaps</c>, and the memory that compressed block devices (zram) take, swap or not.</summary>
internal static class SwapDevices
{
    private const int UsedMemoryField = 2;

    /// <summary>Bytes used of each swap device or file.</summary>
    public static List<(string Device, long UsedBytes)> Used(MachineFolders folders)
    {
        List<(string, long)> devices = [];
        foreach (string line in MachineFolders.Lines(Path.Combine(folders.Proc, "swaps")).Skip(1))
        {
            // Filename, Type, Size, Used, Priority; blanks of a name are written as \040.
            if (line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is [var name, _, _, var used, ..])
                devices.Add((MountTable.Unescape(name), MachineBalance.Number(used) * 1024));
        }

        return devices;
    }

    /// <summary>Memory that each zram device takes with what the allocator wastes.</summary>
    public static List<(string Device, long Bytes)> Zram(MachineFolders folders)
    {
        List<(string, long)> devices = [];
        string blocks = Path.Combine(folders.Sys, "block");
        foreach (string name in MachineFolders.Names(blocks).Where(name => name.StartsWith("zram", StringComparison.Ordinal)))
        {
            string[] fields = (MachineFolders.Line(Path.Combine(blocks, name, "mm_stat")) ?? "").Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries);
            if (fields.Length > UsedMemoryField && MachineBalance.Number(fields[UsedMemoryField]) is > 0 and var bytes)
                devices.Add((name, bytes));
        }

        return devices;
    }
}
