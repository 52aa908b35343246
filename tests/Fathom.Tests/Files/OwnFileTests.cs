using System.Diagnostics;
using Fathom.Files;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Files;

public sealed class OwnFileTests : IDisposable
{
    private const UnixFileMode FileMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_is_made_is_its_owners_only()
    {
        OwnFile.Make(_folder.File("file")).Dispose();
        OwnFile.MakeFolders(_folder.File("a/b"));

        Assert.Equal(FileMode, Mode("file"));
        Assert.Equal(FileMode | UnixFileMode.UserExecute, Mode("a"));
        Assert.Equal(FileMode | UnixFileMode.UserExecute, Mode("a/b"));
    }

    [Fact]
    public void What_stands_in_its_place_is_refused_a_link_too()
    {
        File.WriteAllText(_folder.File("there"), "x");
        File.CreateSymbolicLink(_folder.File("link"), _folder.File("elsewhere"));
        NamedPipe.Create(_folder.File("pipe"));

        foreach (string name in (string[])["there", "link", "pipe"])
        {
            Assert.Throws<IOException>(() => OwnFile.Make(_folder.File(name)));
            Assert.Throws<IOException>(() => OwnFile.MakeFolder(_folder.File(name)));
        }

        Assert.False(File.Exists(_folder.File("elsewhere")));
        Assert.Throws<DirectoryNotFoundException>(() => OwnFile.Make(_folder.File("absent/file")));
    }

    [Fact]
    public void A_file_that_rows_are_added_to_keeps_its_mode_and_no_pipe_is_waited_for()
    {
        string file = _folder.File("file");
        OwnFile.OpenOrMake(file).Dispose();
        Assert.Equal(FileMode, Mode("file"));
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(file, FileMode | UnixFileMode.OtherRead);
        OwnFile.OpenOrMake(file).Dispose();
        NamedPipe.Create(_folder.File("pipe"));

        Assert.Equal(FileMode | UnixFileMode.OtherRead, Mode("file"));
        Assert.Equal($"'{_folder.File("pipe")}' is a pipe, not a file.", Assert.Throws<IOException>(() => OwnFile.OpenOrMake(_folder.File("pipe"))).Message);
    }

    [Fact]
    public void Every_way_to_read_refuses_what_is_no_file()
    {
        string pipe = _folder.File("pipe");
        NamedPipe.Create(pipe);

        Assert.Throws<IOException>(() => RegularFile.OpenHandle(pipe));
        Assert.Throws<IOException>(() => RegularFile.OpenForWriting(pipe));
        Assert.Throws<IOException>(() => RegularFile.OpenRead(pipe));
        Assert.Throws<IOException>(() => RegularFile.ReadAllText(pipe));
        Assert.Throws<IOException>(() => RegularFile.ReadAllBytes(pipe));
        Assert.Throws<IOException>(() => RegularFile.ReadLines(pipe).ToList());
        Assert.Throws<IOException>(() => RegularFile.ReadAllText(_folder.Path));
        Assert.Throws<IOException>(() => RegularFile.ReadAllText("/dev/null"));
        Assert.Throws<FileNotFoundException>(() => RegularFile.ReadAllText(_folder.File("absent")));
        Assert.False(RegularFile.Is(pipe));
        Assert.False(GivenFile.Is(pipe));
    }

    [Fact]
    public void A_written_file_of_another_user_is_replaced_by_a_copy_that_only_this_user_can_change()
    {
        Needs.Root();
        string file = _folder.File("dump");
        File.WriteAllText(file, "first");
        using FileStream theirs = new(file, System.IO.FileMode.Open, FileAccess.ReadWrite);
        using (Process chown = Process.Start("chown", ["4711", file]))
            chown.WaitForExit();

        OwnFile.TakeOver(file);
        theirs.Write("later"u8);
        theirs.Flush();

        Assert.Equal("first", File.ReadAllText(file));
        Assert.True(FileOwner.IsOwn(file));
        Assert.Equal(FileMode, Mode("dump"));
    }

    [Fact]
    public void A_written_file_with_a_second_name_is_replaced_by_a_copy()
    {
        File.WriteAllText(_folder.File("dump"), "first");
        using (Process link = Process.Start("ln", [_folder.File("dump"), _folder.File("other")]))
            link.WaitForExit();

        OwnFile.TakeOver(_folder.File("dump"));
        File.WriteAllText(_folder.File("other"), "later");

        Assert.Equal("first", File.ReadAllText(_folder.File("dump")));
    }

    [Fact]
    public void What_is_no_written_file_cannot_be_taken_over()
    {
        File.WriteAllText(_folder.File("there"), "x");
        File.CreateSymbolicLink(_folder.File("link"), _folder.File("there"));
        NamedPipe.Create(_folder.File("pipe"));

        Assert.Throws<IOException>(() => OwnFile.TakeOver(_folder.File("link")));
        Assert.Throws<IOException>(() => OwnFile.TakeOver(_folder.File("pipe")));
        Assert.Throws<DirectoryNotFoundException>(() => OwnFile.TakeOver(_folder.File("absent")));
    }

    [Fact]
    public void A_lock_is_one_of_the_open_file()
    {
        string file = _folder.File("file");
        using FileStream first = OwnFile.MakeStream(file), second = RegularFile.OpenRead(file), third = RegularFile.OpenRead(file);

        Assert.True(FileLock.TryTake(first.SafeFileHandle, isShared: false));
        Assert.False(FileLock.TryTake(second.SafeFileHandle, isShared: true));
        Assert.Throws<IOException>(() => new FileStream(file, System.IO.FileMode.Open, FileAccess.ReadWrite, FileShare.None));
        first.Dispose();
        Assert.True(FileLock.TryTake(second.SafeFileHandle, isShared: true));
        Assert.True(FileLock.TryTake(third.SafeFileHandle, isShared: true));
    }

    [Theory]
    [InlineData("1000", "1001", 1000u, 1001u)]
    [InlineData("1000", null, 1000u, null)]
    [InlineData("1000", "0", 1000u, null)]
    [InlineData("1000", "x", 1000u, null)]
    public void The_user_of_sudo_is_read_from_its_variables(string user, string? group, uint userId, uint? groupId) =>
        Assert.Equal(new SudoUser(userId, groupId), SudoUser.Parse(name => name == "SUDO_UID" ? user : group));

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("+5")]
    [InlineData(" 5")]
    [InlineData("0x10")]
    [InlineData("4294967295")]
    [InlineData("4294967296")]
    [InlineData("1000 1001")]
    public void What_is_no_number_of_a_user_is_none(string? user) => Assert.Null(SudoUser.Parse(name => name == "SUDO_UID" ? user : "1000"));

    private UnixFileMode Mode(string name) => OperatingSystem.IsWindows() ? default : File.GetUnixFileMode(_folder.File(name));
}
