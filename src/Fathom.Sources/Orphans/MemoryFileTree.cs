using System.Globalization;
using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Cases;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;

namespace Fathom.Sources.Orphans;

/// <summary>
/// Lists the files of a file system in memory (tmpfs, devtmpfs, hugetlbfs) as a process sees it, through <c>/proc/PID/root</c>. No link is followed and no
/// other file system is entered; files are described, not opened. Large files are a case each, the smaller ones of a user one case.
/// </summary>
/// <param name="folders">The machine.</param>
/// <param name="budget">How long it may take.</param>
/// <param name="users">Names of users.</param>
internal sealed class MemoryFileTree(MachineFolders folders, ScanBudget budget, UserNames users)
{
    private const long LargeBytes = 1024 * 1024;
    private const int MostFiles = 1_000_000;

    private readonly List<OrphanCase> _cases = [];
    private int _fileCount;

    /// <summary>What was found.</summary>
    public IReadOnlyList<OrphanCase> Cases => _cases;

    /// <summary>Folders and files that could not be looked at.</summary>
    public int RefusedCount { get; private set; }

    /// <summary>Whether the time or the number of files was over before all were listed.</summary>
    public bool IsCut { get; private set; }

    /// <summary>Lists one file system.</summary>
    /// <param name="mount">Where to find it.</param>
    /// <param name="mapped">What processes map.</param>
    /// <param name="open">Who has a file open.</param>
    /// <returns>Bytes of the files listed, mapped or not; null where another file system hides this one at that place.</returns>
    public long? List(MountPoint mount, MappedFiles mapped, IReadOnlyDictionary<FileId, OpenFile> open)
    {
        string outside = string.Create(CultureInfo.InvariantCulture, $"{folders.Proc}/{mount.ProcessId}/root");
        string top = outside + mount.Path;
        if (Describe(top) is not { IsFolder: true } facts || facts.Device != mount.Device)
            return null;
        long listed = 0;
        Dictionary<uint, (long Count, long Bytes)> small = [];
        HashSet<ulong> linked = [];
        Stack<string> waiting = new([top]);
        while (waiting.TryPop(out string? folder))
        {
            foreach (string path in Entries(folder))
            {
                if (budget.IsOver || ++_fileCount > MostFiles)
                {
                    IsCut = true;
                    waiting.Clear();
                    break;
                }

                if (Describe(path) is not { } entry)
                    RefusedCount++;
                else if (entry.Device != mount.Device)
                    continue;
                else if (entry.IsFolder)
                    waiting.Push(path);
                else if (entry.IsFile && (entry.Links <= 1 || linked.Add(entry.Inode)))
                    Take(path, entry);
            }
        }

        foreach ((uint user, (long count, long bytes)) in small)
        {
            _cases.Add(new OrphanCase(OrphanKinds.NamedFile, bytes, Evidence(mount))
            {
                Count = count,
                Owner = $"user {users[user]}",
                Name = $"smaller files in {mount.Path}",
            });
        }

        return listed;

        void Take(string path, DescriptorFacts file)
        {
            listed += file.AllocatedBytes;
            FileId id = new(file.Device, file.Inode);
            long bytes = file.AllocatedBytes - mapped.MappedBytes(id);
            if (bytes <= 0)
                return;
            if (bytes < LargeBytes)
            {
                (long count, long sum) = small.GetValueOrDefault(file.UserId);
                small[file.UserId] = (count + 1, sum + bytes);
                return;
            }

            bool isOpen = open.TryGetValue(id, out OpenFile holder);
            _cases.Add(new OrphanCase(OrphanKinds.NamedFile, bytes, Evidence(mount))
            {
                OwnerPid = isOpen ? holder.ProcessId : null,
                Owner = isOpen ? null : $"user {users[file.UserId]}",
                Name = path[outside.Length..],
            });
        }
    }

    private static string Evidence(MountPoint mount) => string.Create(CultureInfo.InvariantCulture, $"{mount.Type} at {mount.Path} as pid {mount.ProcessId} sees it");

    private List<string> Entries(string folder)
    {
        List<string> entries = [];
        try
        {
            entries.AddRange(Directory.EnumerateFileSystemEntries(folder));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            RefusedCount++;
        }

        return entries;
    }

    private static DescriptorFacts? Describe(string path) => DescriptorFacts.Of(Encoding.UTF8.GetBytes(path + "\0"), follow: false);
}
