using System.Text;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Memory;
using Fathom.Sources.Orphans;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;
using Xunit;

namespace Fathom.Tests.Sources.Orphans;

/// <summary>The files of a file system, here of a folder in /dev/shm, as a process sees it.</summary>
public sealed class MemoryFileTreeTests : IDisposable
{
    private const long Mebibyte = 1024 * 1024;

    private readonly MachineTree _tree = new MachineTree().Link("proc/7/root", "/");
    // Other file systems take room for a file as they like.
    private readonly DirectoryInfo _files = Directory.CreateDirectory($"/dev/shm/fathom-test-{Guid.NewGuid():n}");

    public void Dispose()
    {
        _tree.Dispose();
        _files.Delete(recursive: true);
    }

    [Fact]
    public void Large_files_are_named_small_ones_are_one_case_and_links_lead_nowhere()
    {
        Write("large", 3 * Mebibyte);
        Write("deep/er/open", 2 * Mebibyte);
        Write("deep/mapped", 4 * Mebibyte);
        Write("deep/small-1", 8192);
        Write("small-2", 4096);
        File.CreateSymbolicLink(Place("deep/loop"), _files.FullName);
        File.CreateSymbolicLink(Place("away"), "/usr");
        MappedFiles mapped = new();
        DescriptorFacts whole = Facts("deep/mapped"), open = Facts("deep/er/open");
        mapped.Add(9, Encoding.ASCII.GetBytes($"10000-{0x10000 + (3 * Mebibyte):x} rw-s 00000000 {whole.Device >> 32:x}:{(uint)whole.Device:x} {whole.Inode} /x\n"));
        MemoryFileTree tree = Tree(TimeSpan.FromMinutes(5));

        long? listed = tree.List(Mount(), mapped, new Dictionary<FileId, OpenFile> { [new FileId(open.Device, open.Inode)] = new(12, 3) });

        Assert.Equal((9 * Mebibyte) + 12_288, listed);
        string user = $"user {UserNames.Load("/etc/passwd")[open.UserId]}";
        Assert.Equal(
            [("large", 3 * Mebibyte, null, user), ("deep/er/open", 2 * Mebibyte, 12, null), ("deep/mapped", Mebibyte, null, user), ("smaller files in " + _files.FullName, 12_288L, null, user)],
            tree.Cases.OrderByDescending(found => found.SizeBytes)
                .Select(found => (found.Name!.Replace(_files.FullName + "/", "", StringComparison.Ordinal), found.SizeBytes, found.OwnerPid, found.Owner)));
        Assert.Equal((0, false), (tree.RefusedCount, tree.IsCut));
    }

    [Fact]
    public void A_file_with_two_names_counts_once()
    {
        Write("one", 2 * Mebibyte);
        System.Diagnostics.Process.Start("ln", [Place("one"), Place("two")]).WaitForExit();
        MemoryFileTree tree = Tree(TimeSpan.FromMinutes(5));

        Assert.Equal(2 * Mebibyte, tree.List(Mount(), new MappedFiles(), new Dictionary<FileId, OpenFile>()));
        Assert.Single(tree.Cases);
    }

    [Fact]
    public void A_place_where_another_file_system_is_mounted_is_not_listed_and_time_has_an_end()
    {
        Write("one", Mebibyte);
        MemoryFileTree late = Tree(TimeSpan.Zero);

        Assert.Null(late.List(Mount() with { Device = FileId.DeviceOf(9999, 1) }, new MappedFiles(), new Dictionary<FileId, OpenFile>()));
        Assert.Null(late.List(Mount() with { Path = "/no such folder" }, new MappedFiles(), new Dictionary<FileId, OpenFile>()));
        Assert.Equal(0, late.List(Mount(), new MappedFiles(), new Dictionary<FileId, OpenFile>()));
        Assert.True(late.IsCut);
    }

    private MemoryFileTree Tree(TimeSpan limit) => new(_tree.Folders, new ScanBudget(limit, default), UserNames.Load("/etc/passwd"));

    private MountPoint Mount() => new(Facts("").Device, "/", _files.FullName, "tmpfs", 7);

    private DescriptorFacts Facts(string name) => DescriptorFacts.Of(Encoding.UTF8.GetBytes(Place(name) + "\0"), follow: false)!.Value;

    private string Place(string name) => Path.Combine(_files.FullName, name);

    private void Write(string name, long bytes)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(Place(name))!);
        using FileStream file = File.Create(Place(name));
        file.Write(new byte[bytes]);
    }
}
