namespace Fathom.Sources.Machine.Resources;

/// <summary>
/// Where the figures of the control group of a process are. Version 2 has one tree, mounted at /sys/fs/cgroup, and the line <c>0::PATH</c> in
/// <c>/proc/PID/cgroup</c>; version 1 has a tree per controller, at /sys/fs/cgroup/memory, and the line <c>N:memory:PATH</c>. The path is that of the
/// reader's view; inside a container it may name a folder that is not there, and then the mounted root is the group.
/// </summary>
/// <param name="Path">The group, as <c>/proc/PID/cgroup</c> names it.</param>
/// <param name="Version">1 or 2.</param>
/// <param name="Folder">The folder of its files.</param>
/// <param name="Mount">The root of the tree.</param>
internal sealed record CgroupPlace(string Path, int Version, string Folder, string Mount)
{
    /// <summary>Where the trees are mounted.</summary>
    public const string Mounts = "/sys/fs/cgroup";

    /// <summary>Finds the group of a process, or null where there is no memory controller.</summary>
    /// <param name="lines">The lines of <c>/proc/PID/cgroup</c>.</param>
    /// <param name="mounts">The folder /sys/fs/cgroup, or one like it.</param>
    public static CgroupPlace? Find(IEnumerable<string> lines, string mounts)
    {
        string? unified = null;
        foreach (string line in lines)
        {
            string[] parts = line.Split(':', 3);
            if (parts.Length < 3)
                continue;
            if (parts[1].Split(',').Contains("memory", StringComparer.Ordinal))
            {
                string tree = System.IO.Path.Combine(mounts, "memory");
                return new CgroupPlace(parts[2], 1, FolderOf(tree, parts[2], "memory.usage_in_bytes"), tree);
            }

            if (parts[0] == "0" && parts[1].Length == 0)
                unified = parts[2];
        }

        if (unified is null)
            return null;
        // Beside the trees of version 1, that of version 2 has a mount of its own.
        foreach (string mount in (string[])[mounts, System.IO.Path.Combine(mounts, "unified")])
        {
            string folder = FolderOf(mount, unified, "memory.stat");
            if (File.Exists(System.IO.Path.Combine(folder, "memory.stat")))
                return new CgroupPlace(unified, 2, folder, mount);
        }

        return null;
    }

    private static string FolderOf(string mount, string path, string file)
    {
        string folder = mount + path.TrimEnd('/');
        return File.Exists(System.IO.Path.Combine(folder, file)) ? folder : mount;
    }
}
