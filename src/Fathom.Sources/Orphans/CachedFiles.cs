using System.Globalization;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;
using Fathom.Sources.Targets.Images;

namespace Fathom.Sources.Orphans;

/// <summary>
/// The page cache by file, as far as the kernel tells: it answers for one file at a time, through a descriptor, so files that no process has open or mapped
/// stay together as one part. Files of servers and of programs (NFS, FUSE) are not asked, because their answer may never come.
/// </summary>
/// <param name="access">Answers about descriptors.</param>
/// <param name="budget">How long it may take.</param>
internal sealed class CachedFiles(IDescriptorAccess access, ScanBudget budget)
{
    private const int MostListed = 1_000;
    private const string Cache = "file cache";

    // File systems on a device of this machine have a device number; these have none and are local all the same.
    private static readonly HashSet<string> s_local = new(["btrfs", "overlay", "zfs", "bcachefs", "squashfs", "erofs", "ubifs"], StringComparer.Ordinal);

    /// <summary>Files that the kernel did not tell about.</summary>
    public int RefusedCount { get; private set; }

    /// <summary>Asks about all files.</summary>
    /// <param name="open">Files that processes have open.</param>
    /// <param name="mapped">Files that processes map.</param>
    /// <param name="mounts">All mounts.</param>
    /// <param name="cacheBytes">The file cache of the whole machine.</param>
    public List<MemoryPart> Read(IReadOnlyDictionary<FileId, OpenFile> open, MappedFiles mapped, IReadOnlyList<MountPoint> mounts, long cacheBytes)
    {
        HashSet<ulong> local = [.. mounts.Where(mount => mount.Device >> 32 != 0 || s_local.Contains(mount.Type)).Select(mount => mount.Device)];
        List<CachedPages> files = [];
        foreach ((FileId file, OpenFile where) in open.OrderBy(pair => pair.Value.ProcessId))
            Ask(file, () => access.Cached(where.ProcessId, where.Number, file));
        foreach ((FileId file, FileExtents where) in mapped.All)
        {
            if (!open.ContainsKey(file))
                Ask(file, () => access.Cached(where.ProcessId, where.MapFile, file));
        }

        files.Sort(static (a, b) => b.Bytes.CompareTo(a.Bytes));
        List<MemoryPart> parts = [.. files.Take(MostListed).Select(file => new MemoryPart("cached file", Cache, file.Path, file.Bytes))];
        if (files.Count > MostListed)
            parts.Add(new MemoryPart(
                "cached files",
                Cache,
                string.Create(CultureInfo.InvariantCulture, $"{files.Count - MostListed} more files that are open or mapped"),
                files.Skip(MostListed).Sum(file => file.Bytes)));
        parts.Add(new MemoryPart("cached files", Cache, "files that no process has open or mapped", Math.Max(0, cacheBytes - files.Sum(file => file.Bytes))));
        return parts;

        void Ask(FileId file, Func<CachedPages?> question)
        {
            if (!local.Contains(file.Device))
                return;
            if (budget.IsOver || question() is not { } pages)
                RefusedCount++;
            else if (pages.Bytes > 0)
                files.Add(pages with { Path = MappedFile.WithoutMark(pages.Path) });
        }
    }
}
