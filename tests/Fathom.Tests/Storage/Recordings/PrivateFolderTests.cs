using System.Globalization;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

/// <summary>Folders that end with their owner, and what is left of owners that were killed.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class PrivateFolderTests : IDisposable
{
    // Above the largest number that the kernel gives to a process.
    private const int NoProcess = 4_194_305;
    private const UnixFileMode Private = UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute;

    private static readonly DateTime s_now = new(2026, 11, 21, 12, 0, 0, DateTimeKind.Utc);

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_folder_is_for_this_user_only_and_goes_with_its_owner()
    {
        string path;
        using (PrivateFolder folder = PrivateFolder.Create())
        {
            path = folder.Path;
            File.WriteAllText(Path.Combine(path, "x"), "y");
            Assert.Equal(Private, File.GetUnixFileMode(path));
            Assert.True(PosixCalls.IsPrivateFolder(path));
            Assert.Equal(0, AbandonedFolders.Remove(Path.GetDirectoryName(path)!, DateTime.MinValue));
        }

        Assert.False(Directory.Exists(path));
    }

    [Fact]
    public void A_folder_goes_while_another_thread_still_writes_into_it()
    {
        using PrivateFolder folder = PrivateFolder.Create();
        using ManualResetEventSlim some = new();
        Thread writer = new(() =>
        {
            try
            {
                for (int file = 0; ; file++)
                {
                    File.WriteAllText(Path.Combine(folder.Path, $"{file}"), "y");
                    if (file == 10)
                        some.Set();
                }
            }
            catch (DirectoryNotFoundException)
            {
                // That is the end that is waited for.
            }
        });
        writer.Start();
        some.Wait(TestContext.Current.CancellationToken);

        SpinWait.SpinUntil(folder.TryRemoveInUse);
        writer.Join();

        Assert.Empty(Directory.GetDirectories(Path.GetDirectoryName(folder.Path)!, Path.GetFileName(folder.Path) + "*"));
    }

    // Anybody may make a name in a temporary folder that all share.
    [Fact]
    public void A_link_of_somebody_else_is_not_followed()
    {
        string kept = _folder.File("kept");
        Directory.CreateDirectory(kept);
        File.WriteAllText(Path.Combine(kept, "x"), "y");
        using PrivateFolder folder = PrivateFolder.Create();
        string link = folder.Path + ".gone";
        File.CreateSymbolicLink(link, kept);
        try
        {
            Assert.False(folder.TryRemoveInUse());
            Directory.Delete(folder.Path, recursive: true);
            Assert.True(folder.TryRemoveInUse());
            Assert.True(File.Exists(Path.Combine(kept, "x")));
        }
        finally
        {
            File.Delete(link);
        }
    }

    [Fact]
    public void What_a_killed_process_left_is_removed_with_all_in_it()
    {
        string path = Left("fathom-old", NoProcess);
        Directory.CreateDirectory(Path.Combine(path, "spill", "deep"));
        File.WriteAllText(Path.Combine(path, "spill", "deep", "part"), "x");
        File.CreateSymbolicLink(Path.Combine(path, "away"), _folder.Path);

        Assert.Equal(1, AbandonedFolders.Remove(_folder.Path, s_now));
        Assert.False(Directory.Exists(path));
        Assert.True(Directory.Exists(_folder.Path));
    }

    [Fact]
    public void A_folder_that_may_be_in_use_or_is_another_ones_stays()
    {
        string locked = Left("fathom-locked", NoProcess);
        using FileStream held = new(Path.Combine(locked, PrivateFolder.LockName), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        string young = Left("fathom-young", NoProcess);
        File.SetLastWriteTimeUtc(Path.Combine(young, PrivateFolder.LockName), s_now.AddSeconds(-30));
        string open = Left("fathom-open", NoProcess);
        File.SetUnixFileMode(open, Private | UnixFileMode.GroupRead);
        string unnamed = Left("fathom-unnamed", NoProcess);
        File.WriteAllText(Path.Combine(unnamed, PrivateFolder.LockName), "");
        File.SetLastWriteTimeUtc(Path.Combine(unnamed, PrivateFolder.LockName), s_now.AddDays(-1));
        string target = Left("other", NoProcess);
        Directory.CreateSymbolicLink(_folder.File("fathom-link"), target);
        string without = Left("fathom-without", NoProcess);
        File.Delete(Path.Combine(without, PrivateFolder.LockName));
        string[] kept = [locked, young, open, unnamed, target, without, Left("fathom-alive", Environment.ProcessId)];

        Assert.Equal(0, AbandonedFolders.Remove(_folder.Path, s_now));
        Assert.All(kept, path => Assert.True(Directory.Exists(path), path));
    }

    [Fact]
    public void One_start_removes_a_bounded_number_and_a_folder_that_is_not_there_is_none()
    {
        for (int i = 0; i < 30; i++)
            Left($"fathom-{i}", NoProcess);

        Assert.Equal(20, AbandonedFolders.Remove(_folder.Path, s_now));
        Assert.Equal(10, AbandonedFolders.Remove(_folder.Path, s_now));
        Assert.Equal(0, AbandonedFolders.Remove(_folder.File("none"), s_now));
    }

    private string Left(string name, int owner)
    {
        string path = _folder.File(name), file = Path.Combine(path, PrivateFolder.LockName);
        Directory.CreateDirectory(path, Private);
        File.WriteAllText(file, owner.ToString(CultureInfo.InvariantCulture));
        File.SetLastWriteTimeUtc(file, s_now.AddHours(-1));
        return path;
    }
}
