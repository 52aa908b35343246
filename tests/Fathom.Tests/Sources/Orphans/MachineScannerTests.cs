using System.Globalization;
using Fathom.Model;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans;
using Fathom.Sources.Orphans.Cases;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Orphans.Descriptors;
using Xunit;

namespace Fathom.Tests.Sources.Orphans;

/// <summary>A whole machine as a tree of files, with processes of each kind.</summary>
public sealed class MachineScannerTests : IDisposable
{
    private const string Stat = "S 1 1 1 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 500 0 0";

    private static readonly ulong s_memory = FileId.DeviceOf(0, 1);
    private static readonly ulong s_disk = FileId.DeviceOf(254, 0);

    private readonly MachineTree _tree = new();
    private readonly KnownDescriptors _access = new();

    public void Dispose()
    {
        _tree.Dispose();
        _access.Dispose();
    }

    [Fact]
    public void Every_case_is_found_once_and_with_its_owner()
    {
        MakeMachine();

        MachineReading reading = Scan(TimeSpan.FromMinutes(5));

        Snapshot.Match(Text(reading), "machine-scan.txt");
        Assert.Equal(("fixture", 1_024_000L), (reading.Machine, reading.TotalBytes));
        Assert.Empty(reading.Cut);
    }

    [Fact]
    public void A_scan_without_time_says_what_it_left_out()
    {
        MakeMachine();

        MachineReading reading = Scan(TimeSpan.Zero);

        Assert.Equal(0, reading.Processes.Count);
        Assert.Equal([("processes", 5L)], reading.Cut);
    }

    [Fact]
    public void A_machine_without_proc_is_refused_with_the_next_step()
    {
        FathomException error = Assert.Throws<FathomException>(() => Scan(TimeSpan.FromMinutes(5)));

        Assert.Equal((ExitCode.NotPossible, "mount it: mount -t proc proc /proc"), (error.ExitCode, error.NextStep));
    }

    [Fact]
    public void More_cases_than_can_be_listed_stay_in_the_sum()
    {
        OrphanCollector collector = new();
        for (int i = 0; i < 25_000; i++)
            collector.Add(new OrphanCase(OrphanKinds.MemoryFile, 10, "descriptor 1") { OwnerPid = 1, Name = i.ToString(CultureInfo.InvariantCulture) });

        collector.Add(new OrphanCase(OrphanKinds.Pipe, 20, "unread") { OwnerPid = 2 });
        IReadOnlyList<OrphanCase> all = collector.All();

        Assert.Equal((25_001L, 250_020L), (all.Sum(found => found.Count), all.Sum(found => found.SizeBytes)));
        Assert.InRange(all.Count, 1, 10_001);
        Assert.Equal(2, Assert.Single(all, found => found.Kind == OrphanKinds.Pipe).OwnerPid);
        Assert.Equal("others", all[0].Name);
    }

    private void MakeMachine()
    {
        _tree.With("proc/meminfo", "MemTotal: 1000 kB", "MemFree: 600 kB", "AnonPages: 100 kB", "Cached: 250 kB", "Shmem: 50 kB")
            .With("proc/sys/kernel/hostname", "fixture")
            .With("proc/2/stat", "2 (kthreadd) S 0 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 5 0 0")
            .With("proc/3/stat", "3 (gone) Z 1 1 1 0 -1 4194560 0 0 0 0 0 0 0 0 20 0 1 0 500 0 0")
            .With("sys/kernel/mm/hugepages/hugepages-2048kB/nr_hugepages", "4")
            .With("sys/kernel/mm/hugepages/hugepages-2048kB/free_hugepages", "3")
            .With("sys/kernel/mm/hugepages/hugepages-2048kB/resv_hugepages", "1");

        // The shop holds a memory file that nobody maps, one of which a half is mapped, and one that is mapped whole.
        Process(10, "shop")
            .With(
                "proc/10/maps",
                "10000-18000 rw-s 00000000 00:01 102 /memfd:half (deleted)",
                "20000-24000 rw-s 00000000 00:01 103 /memfd:whole (deleted)",
                "30000-34000 r-xp 00000000 fe:00 7 /srv/lib.so");
        Open(10, 3, "/memfd:cache (deleted)", KnownDescriptors.File(s_memory, 101, 50_000, 0));
        Open(10, 4, "/memfd:half (deleted)", KnownDescriptors.File(s_memory, 102, 0x10000, 0));
        Open(10, 5, "/memfd:whole (deleted)", KnownDescriptors.File(s_memory, 103, 0x4000, 0));
        Open(10, 6, "/dev/shm/old (deleted)", KnownDescriptors.File(s_memory, 104, 7_000, 0));
        Open(10, 7, "/srv/data.db", KnownDescriptors.File(s_disk, 5, 1_000, 1));
        Open(10, 8, "/srv/removed (deleted)", KnownDescriptors.File(s_disk, 6, 9_000_000, 0));
        _tree.With("proc/10/mountinfo", "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw", "30 27 0:77 / /nowhere rw - tmpfs tmpfs rw");

        // Both ends of a pipe: the reader owns what is unread. Number 12 is a second descriptor of the same pipe.
        Process(11, "writer");
        Link(11, 1, "pipe:[900]").With("proc/11/fdinfo/1", "flags:\t01");
        _access.Pipes[(11, 1)] = 65_536;
        Link(10, 11, "pipe:[900]").With("proc/10/fdinfo/11", "flags:\t00");
        _access.Pipes[(10, 11)] = 65_536;
        Link(10, 12, "pipe:[901]");
        _access.Pipes[(10, 12)] = 0;

        // A socket with a file in flight and unread bytes, one that refuses, and the same memory file by a second process.
        Link(10, 20, "socket:[700]").With("proc/10/fdinfo/20", "flags:\t02", "scm_fds: 3");
        _access.Sockets[(10, 20)] = 4_096;
        _access.Messages[(10, 20)] = new InFlight(2, [new(new FileId(s_memory, 201), "/memfd:flying (deleted)", 30_000), new(new FileId(s_memory, 101), "/memfd:cache (deleted)", 50_000)], 11);
        Link(11, 2, "socket:[701]");
        Open(11, 3, "/memfd:cache (deleted)", KnownDescriptors.File(s_memory, 101, 50_000, 0));
        Link(11, 4, "anon_inode:bpf-map").With("proc/11/fdinfo/4", "map_type:\t1", "memlock:\t8192", "map_id:\t31");
        Link(11, 5, "anon_inode:[eventfd]");

        // Its descriptors may not be listed.
        _tree.With("proc/12/stat", $"12 (private) {Stat}").With("proc/12/fd");
        _access.Cache[new FileId(s_disk, 5)] = new CachedPages(40_960, "/srv/data.db");
        _access.Cache[new FileId(s_disk, 7)] = new CachedPages(81_920, "/srv/lib.so");
    }

    private MachineTree Process(int pid, string name) => _tree
        .With($"proc/{pid}/stat", $"{pid} ({name}) {Stat}")
        .With($"proc/{pid}/maps")
        .With($"proc/{pid}/fd/.none")
        .Link($"proc/{pid}/ns/mnt", "mnt:[1]")
        .Link($"proc/{pid}/ns/ipc", "ipc:[2]");

    private MachineTree Link(int pid, int number, string target) => _tree.Link($"proc/{pid}/fd/{number}", target);

    private void Open(int pid, int number, string target, Fathom.Sources.Memory.DescriptorFacts facts)
    {
        Link(pid, number, target);
        _access.Files[(pid, number)] = facts;
    }

    private MachineReading Scan(TimeSpan limit) => new MachineScanner(
        _tree.Folders,
        _access,
        new OwnerFacts
        {
            Name = pid => pid switch { 10 => "Shop", 11 => "Writer", _ => null },
            StartedUnixSeconds = static _ => null,
            Users = UserNames.Parse("root:x:0:0\n"),
            Segments = static _ => [["key shmid perms size cpid lpid nattch uid gid cuid cgid atime dtime ctime rss swap", "1 2 600 8192 55 56 0 0 0 0 0 0 0 1700000000 4096 4096"], null],
            Maps = static _ => [(new DescriptorNotes(true, 0, 31, 1, 8_192), "counts"), (new DescriptorNotes(true, 0, 32, 2, 4_096), "pinned")],
        },
        new ScanBudget(limit, default)).Read();

    private static string Text(MachineReading reading) => string.Join(
        '\n',
        [
            $"{reading.Processes.Count} processes, {reading.Processes.RefusedCount} refused, {reading.Processes.VanishedCount} vanished",
            .. reading.Cases.Select(found => string.Create(
                CultureInfo.InvariantCulture,
                $"{found.Kind} | {found.SizeBytes} | {found.Count} | {found.OwnerPid} | {found.Owner} | {found.Name} | {found.Evidence}")),
            .. reading.Parts.Where(part => part.PartOf == "file cache").Select(part => string.Create(CultureInfo.InvariantCulture, $"{part.Kind} | {part.Name} | {part.SizeBytes}")),
            .. reading.Notes,
            "",
        ]);
}
