using System.IO.MemoryMappedFiles;
using System.Net.Sockets;
using Fathom.Model;
using Fathom.Sources.DumpWriting;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.DumpWriting;

/// <summary>What a program has mapped says where a hook came from, and its user decides what that is. This process is such a program.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class HookFolderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private static string OwnHook => Path.Combine(AppContext.BaseDirectory, HookFolder.HookName);

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("precious")]
    [InlineData("fathom-hook-x/precious")]
    public void A_folder_with_another_name_is_none_of_ours_whatever_a_program_has_mapped_from_it(string name)
    {
        string hook = Hook(name);
        using MemoryMappedFile file = MemoryMappedFile.CreateFromFile(hook, FileMode.Open, null, 0, MemoryMappedFileAccess.Read);
        using MemoryMappedViewAccessor mapped = file.CreateViewAccessor(0, 0, MemoryMappedFileAccess.Read);

        FathomException refused = Assert.Throws<FathomException>(static () => LoadedHook.Find(Environment.ProcessId));

        Assert.Equal($"Process {Environment.ProcessId} has a hook of Fathom from '{_folder.File(name)}', which this Fathom does not use.", refused.Message);
    }

    [Fact]
    public void A_folder_that_others_can_replace_is_none_of_ours()
    {
        Assert.True(HookFolder.CanBeOurs(_folder.File("fathom-hook-x")));
        File.SetUnixFileMode(_folder.Path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherWrite);
        Assert.False(HookFolder.CanBeOurs(_folder.File("fathom-hook-x")));
        Assert.False(HookFolder.CanBeOurs(_folder.File("absent/fathom-hook-x")));
        Assert.False(HookFolder.CanBeOurs("/"));
    }

    [Fact]
    public void What_a_program_has_mapped_under_the_name_of_the_hook_may_be_of_any_size()
    {
        string hook = _folder.File(HookFolder.HookName);
        const long size = 8L << 30;
        using MemoryMappedFile file = MemoryMappedFile.CreateFromFile(hook, FileMode.CreateNew, null, size);
        using MemoryMappedViewAccessor mapped = file.CreateViewAccessor(0, size, MemoryMappedFileAccess.Read);

        FathomException refused = Assert.Throws<FathomException>(static () => LoadedHook.Find(Environment.ProcessId));

        Assert.Contains("Another version of Fathom", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_move_removes_an_earlier_hook_and_nothing_else()
    {
        HookFolder folder = HookFolder.Create(OwnHook);
        string earlier = Path.GetDirectoryName(Hook("fathom-hook-x"))!, other = Path.Combine(earlier, "other");
        File.WriteAllText(other, "precious");

        Assert.ThrowsAny<IOException>(() => folder.MoveTo(earlier));
        Assert.Equal("precious", File.ReadAllText(other));

        File.Delete(other);
        folder.MoveTo(earlier);
        Assert.Equal(earlier, folder.FullName);
        Assert.True(File.Exists(folder.HookPath));
    }

    [Fact]
    public void A_folder_that_somebody_has_removed_is_no_trouble()
    {
        HookFolder folder = HookFolder.Create(OwnHook);
        folder.Keep(Environment.ProcessId);
        Directory.Delete(folder.FullName, recursive: true);
        using Socket listener = new(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);

        folder.LetGo();
        folder.Close(static () => false, listener);

        Assert.False(Directory.Exists(folder.FullName));
    }

    // A run that is killed between two files of a folder that it removes leaves the hook, and neither socket nor note.
    [Fact]
    public void What_a_killed_run_was_removing_is_removed_by_a_later_one_and_what_one_has_just_made_is_not()
    {
        string going = Hook("fathom-hook-x.4711"), made = Hook("fathom-hook-y");

        HookFolder.RemoveLeft(_folder.Path);

        Assert.False(Directory.Exists(Path.GetDirectoryName(going)));
        Assert.True(File.Exists(made));
    }

    private string Hook(string folder)
    {
        string path = Path.Combine(Directory.CreateDirectory(_folder.File(folder)).FullName, HookFolder.HookName);
        File.Copy(OwnHook, path);
        return path;
    }
}
