using Fathom.Files;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Files;

/// <summary>Folders that somebody replaces by a link while they are written to.</summary>
public sealed class OpenFolderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private string Shared => _folder.File("shared");

    private string Elsewhere => _folder.File("elsewhere");

    private string Moved => _folder.File("moved");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_is_made_renamed_and_removed_is_so_where_the_folder_was_opened()
    {
        Directory.CreateDirectory(Shared);
        using OpenFolder folder = OpenFolder.Around(Path.Combine(Shared, "file"));
        Swap("file", "old", "gone");

        folder.Remake("new").Dispose();
        folder.Rename("new", "file");
        folder.Remake("gone").Dispose();
        folder.Delete("gone");
        folder.Remake("first").Dispose();
        Assert.True(folder.TryRename("first", "old"));

        Assert.Equal(["file", "old"], Names(Moved));
        Assert.Equal(["file", "gone", "old"], Names(Elsewhere));
        Assert.All(Names(Elsewhere), name => Assert.Equal("theirs", File.ReadAllText(Path.Combine(Elsewhere, name))));
    }

    [Fact]
    public void A_name_that_something_has_is_not_taken_from_it_unless_asked()
    {
        using OpenFolder folder = OpenFolder.Around(_folder.File("x"));
        File.WriteAllText(_folder.File("old"), "old");
        File.WriteAllText(_folder.File("new"), "new");

        Assert.False(folder.TryRename("new", "old"));
        Assert.Equal("old", File.ReadAllText(_folder.File("old")));
        folder.Exchange("new", "old");
        Assert.Equal(("new", "old"), (File.ReadAllText(_folder.File("old")), File.ReadAllText(_folder.File("new"))));
        folder.Rename("new", "old");
        Assert.Equal("old", File.ReadAllText(_folder.File("old")));
        Assert.Equal(["old"], Names(_folder.Path));
    }

    [Fact]
    public void A_folder_is_removed_with_what_is_in_it_and_a_link_alone()
    {
        Directory.CreateDirectory(Path.Combine(Shared, "a"));
        Directory.CreateDirectory(Elsewhere);
        File.WriteAllText(Path.Combine(Elsewhere, "kept"), "");
        File.CreateSymbolicLink(_folder.File("link"), Elsewhere);
        using OpenFolder folder = OpenFolder.Around(_folder.File("x"));

        folder.DeleteAll("shared");
        folder.DeleteAll("link");
        folder.DeleteAll("absent");

        Assert.Equal(["elsewhere"], Names(_folder.Path));
        Assert.Equal(["kept"], Names(Elsewhere));
    }

    [Fact]
    public void What_is_not_there_or_no_folder_is_not_opened()
    {
        Assert.Throws<DirectoryNotFoundException>(() => OpenFolder.Around(_folder.File("absent/file")));
        File.WriteAllText(_folder.File("file"), "");
        Assert.Throws<IOException>(() => OpenFolder.Around(_folder.File("file/file")));
    }

    [Fact]
    public void A_helper_writes_into_a_folder_that_nobody_can_exchange()
    {
        Directory.CreateDirectory(Shared);
        using HelperFolder helper = HelperFolder.Plan(Path.Combine(Shared, "dump"), ".helper-");
        Assert.Empty(Names(Shared));
        helper.Make();
        string inner = Assert.Single(Names(Shared));
        if (!OperatingSystem.IsWindows())
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(helper.FullName));
        Swap("dump");
        Directory.CreateDirectory(Path.Combine(Elsewhere, inner));

        // Another process, by a path that it was given.
        using (System.Diagnostics.Process write = System.Diagnostics.Process.Start("sh", ["-c", $"printf whole > '{helper.PathOf("core")}'"]))
        {
            write.WaitForExit();
            Assert.Equal(0, write.ExitCode);
        }

        Assert.Equal("whole", File.ReadAllText(helper.PathOf("core")));
        helper.MoveOut("core", "dump");
        helper.Dispose();

        Assert.Equal(["dump"], Names(Moved));
        Assert.Equal("whole", File.ReadAllText(Path.Combine(Moved, "dump")));
        Assert.Equal("theirs", File.ReadAllText(Path.Combine(Elsewhere, "dump")));
        Assert.Empty(Names(Path.Combine(Elsewhere, inner)));
    }

    private static string[] Names(string folder) => [.. Directory.EnumerateFileSystemEntries(folder).Select(static path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    private void Swap(params string[] names)
    {
        Directory.CreateDirectory(Elsewhere);
        foreach (string name in names)
            File.WriteAllText(Path.Combine(Elsewhere, name), "theirs");
        Directory.Move(Shared, Moved);
        File.CreateSymbolicLink(Shared, Elsewhere);
    }
}
