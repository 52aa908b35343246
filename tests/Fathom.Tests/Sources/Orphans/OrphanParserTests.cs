using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Orphans;
using Fathom.Sources.Orphans.Cases;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;
using Xunit;

namespace Fathom.Tests.Sources.Orphans;

/// <summary>The texts of the kernel that name memory of no process, whole and damaged.</summary>
public sealed class OrphanParserTests
{
    private const string Shm = """
               key      shmid perms                  size  cpid  lpid nattch   uid   gid  cuid  cgid      atime      dtime      ctime                   rss                  swap
                 0          5   600              16777216  1234  1250      0  1000  1000  1000  1000 1700000000 1700000001 1700000002              14680064              2097152
        1627390464          6   600              16777216  1235  1235      1     0     0     0     0 1700000000          0 1700000002              14680064                    0
                -2          7   600              16777216  1236  1236      0     0     0     0     0          0          0 1700000002                  4096                    0
                 3          8   600              16777216  1237  1237      0     0     0     0     0          0          0 1700000002                     0                    0
        """;

    private static readonly UserNames s_users = UserNames.Parse("root:x:0:0::/:/bin/sh\nshop:x:1000:1000::/:/bin/sh\n");

    [Fact]
    public void A_segment_without_a_process_belongs_to_its_maker_who_may_have_ended()
    {
        // A number that was given to another process since then is not the maker.
        List<OrphanCase> cases = [.. SysVSegments.Parse(Lines(Shm), s_users, pid => pid switch { 1234 => 1_700_000_500, 1236 => 1_600_000_000, _ => null })];

        Assert.Equal(2, cases.Count);
        Assert.Equal((16_777_216L, 1234, "created by pid 1234, which has ended; user shop", "shmid 5, key 00000000"), (cases[0].SizeBytes, cases[0].OwnerPid, cases[0].Owner, cases[0].Name));
        Assert.Equal((4_096L, 1236, (string?)null, "shmid 7, key fffffffe"), (cases[1].SizeBytes, cases[1].OwnerPid, cases[1].Owner, cases[1].Name));
        Assert.Equal("no process attached; made or changed 2023-11-14T22:13:22Z, last used by pid 1250", cases[0].Evidence);
    }

    [Fact]
    public void Mounts_keep_blanks_in_their_names_and_skip_optional_fields()
    {
        List<MountPoint> mounts =
        [
            .. MountTable.Parse(
            [
                @"24 27 0:6 / /dev rw,relatime shared:2 master:1 - devtmpfs devtmpfs rw",
                @"31 23 0:28 /part /mnt/two\040words\134x rw - tmpfs tmpfs rw",
                @"27 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
                "", "24 27 0:6 /", "x y z:1 / / rw - tmpfs", "24 27 0:6 / /dev rw,relatime", @"1 1 0:7 / /a\09 rw - hugetlbfs none rw",
            ],
            42),
        ];

        Assert.Equal([FileId.DeviceOf(0, 6), FileId.DeviceOf(0, 28), FileId.DeviceOf(254, 0), FileId.DeviceOf(0, 7)], mounts.Select(mount => mount.Device));
        Assert.Equal(["/dev", @"/mnt/two words\x", "/", @"/a\09"], mounts.Select(mount => mount.Path));
        Assert.Equal([true, true, false, true], mounts.Select(mount => mount.IsMemory));
        Assert.Equal("/part", mounts[1].Root);
    }

    [Theory]
    [InlineData("pos:\t0\nflags:\t0100001\nmnt_id:\t14\nino:\t7\n", false, 0, 0, 0)]
    [InlineData("pos:\t0\nflags:\t02000002\nscm_fds: 3\n", true, 3, 0, 0)]
    [InlineData("flags:\t02000002\nmap_type:\t2\nmap_extra:\t0x0\nmemlock:\t4096312\nmap_id:\t25\nfrozen:\t0\n", true, 0, 25, 4096312)]
    [InlineData("", true, 0, 0, 0)]
    [InlineData("flags\n:\nscm_fds: 99999999999\nmap_id: -3\nmemlock: x\nflags: 9\n", true, int.MaxValue, 0, 0)]
    public void Notes_on_a_descriptor(string text, bool canRead, int inFlight, long map, long mapBytes)
    {
        DescriptorNotes notes = DescriptorNotes.Parse(Encoding.ASCII.GetBytes(text));

        Assert.Equal((canRead, inFlight, map, mapBytes), (notes.CanRead, notes.InFlightCount, notes.MapId, notes.MapBytes));
    }

    [Fact]
    public void Parts_of_a_file_that_several_processes_map_count_once()
    {
        MappedFiles files = new();
        files.Add(1, "10000-14000 rw-s 00000000 00:01 77    /memfd:x (deleted)\n14000-15000 rw-s 00008000 00:01 77    /memfd:x (deleted)\n20000-21000 rw-p 00000000 00:00 0\n"u8);
        files.Add(2, "50000-53000 rw-s 00002000 00:01 77    /memfd:x (deleted)\n7000-8000 r--p 00000000 fe:00 5 /a b\n"u8);

        Assert.Equal(0x6000, files.MappedBytes(new FileId(FileId.DeviceOf(0, 1), 77)));
        Assert.Equal(0x1000, files.MappedBytes(new FileId(FileId.DeviceOf(0xfe, 0), 5)));
        Assert.Equal(0, files.MappedBytes(new FileId(FileId.DeviceOf(0, 1), 78)));
        Assert.Equal(("10000-14000", 1), (files.All[new FileId(FileId.DeviceOf(0, 1), 77)].MapFile, files.All[new FileId(FileId.DeviceOf(0, 1), 77)].ProcessId));
    }

    [Fact]
    public void A_file_that_is_mapped_in_very_many_pieces_is_bounded_and_claims_no_more_than_it_may()
    {
        FileExtents extents = new() { ProcessId = 1, MapFile = "" };
        for (ulong i = 0; i < 20_000; i++)
            extents.Add(i * 8192, (i * 8192) + 4096);

        Assert.InRange(extents.MappedBytes(), 20_000L * 4096, 20_000L * 8192);
    }

    [Fact]
    public void Damaged_text_neither_fails_nor_takes_long()
    {
        byte[] maps = "10000-14000 rw-s 00000000 00:01 77    /memfd:x (deleted)\nffffffffff600000-ffffffffff601000 --xp 00000000 00:00 9 [vsyscall]\n"u8.ToArray();
        string[] shm = Lines(Shm);
        Random random = new(7);
        for (int round = 0; round < 5_000; round++)
        {
            byte[] damaged = [.. maps];
            for (int flips = random.Next(1, 6); flips > 0; flips--)
                damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            MappedFiles files = new();
            files.Add(1, damaged.AsSpan(0, random.Next(damaged.Length)));
            foreach (FileExtents extents in files.All.Values)
                Assert.True(extents.MappedBytes() >= 0);

            string[] lines = [.. shm];
            char[] line = lines[1].ToCharArray();
            line[random.Next(line.Length)] = (char)random.Next(32, 127);
            lines[1] = new string(line)[..random.Next(line.Length)];
            Assert.All(SysVSegments.Parse(lines, s_users, static _ => null), segment => Assert.True(segment.SizeBytes > 0));
            _ = DescriptorNotes.Parse(damaged);
            _ = MountTable.Parse([new string(line)], 1).Count();
        }
    }

    private static string[] Lines(string text) => text.Split('\n');
}
