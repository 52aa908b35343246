using Fathom.Files;
using Fathom.TestSupport;
using Microsoft.Win32.SafeHandles;
using Xunit;

namespace Fathom.Tests.Files;

/// <summary>Folders that were given to a user who then puts a link in their place.</summary>
public sealed class OwnTreeTests : IDisposable
{
    private readonly TestFolder _folder = new();

    private string Given => _folder.File("given");

    private string Elsewhere => _folder.File("elsewhere");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void What_is_made_renamed_and_removed_in_a_held_folder_is_not_done_where_a_link_in_its_place_leads()
    {
        GiveAndSwap();

        OwnFile.Make(Path.Combine(Given, "made")).Dispose();
        OwnFile.Make(Path.Combine(Given, "new")).Dispose();
        OwnTree.Rename(Path.Combine(Given, "new"), Path.Combine(Given, "kept"));
        OwnFile.Remake(Path.Combine(Given, "removed")).Dispose();
        OwnTree.DeleteFile(Path.Combine(Given, "removed"));
        OwnFile.MakeFolder(Path.Combine(Given, "inner"));

        Assert.Equal(["kept", "removed"], Names(Elsewhere));
        Assert.Equal("theirs", File.ReadAllText(Path.Combine(Elsewhere, "kept")));
        Assert.Equal(["inner", "kept", "made"], Names(_folder.File("moved")));
    }

    [Fact]
    public void A_link_below_a_held_folder_is_not_followed()
    {
        OwnFile.MakeFolder(Given);
        Hold();
        Directory.CreateDirectory(Elsewhere);
        File.CreateSymbolicLink(Path.Combine(Given, "inner"), Elsewhere);

        Assert.Throws<IOException>(() => OwnFile.Make(Path.Combine(Given, "inner", "made")));

        Assert.Empty(Names(Elsewhere));
    }

    [Fact]
    public void A_link_in_place_of_a_folder_is_not_removed_nor_what_it_leads_to()
    {
        GiveAndSwap();

        Assert.Throws<IOException>(() => OwnTree.DeleteFolder(Given));

        Assert.Equal(["kept", "removed"], Names(Elsewhere));
    }

    [Fact]
    public void Links_in_a_folder_are_removed_with_it_and_not_followed()
    {
        Directory.CreateDirectory(Elsewhere);
        File.WriteAllText(Path.Combine(Elsewhere, "kept"), "theirs");
        Directory.CreateDirectory(Path.Combine(Given, "a/b"));
        File.WriteAllText(Path.Combine(Given, "a/b/file"), "");
        File.CreateSymbolicLink(Path.Combine(Given, "a/link"), Elsewhere);

        OwnTree.DeleteFolder(Given);

        Assert.False(Path.Exists(Given));
        Assert.Equal(["kept"], Names(Elsewhere));
        Assert.Throws<DirectoryNotFoundException>(() => OwnTree.DeleteFolder(Given));
    }

    [Fact]
    public void A_held_folder_is_found_under_its_new_name()
    {
        OwnFile.MakeFolder(Given);
        Hold();

        OwnTree.RenameUnlessThere(Given, _folder.File("final"));
        OwnFile.Make(_folder.File("final/made")).Dispose();

        Assert.Equal(["made"], Names(_folder.File("final")));
    }

    [Fact]
    public void A_folder_does_not_get_a_name_that_something_has()
    {
        Directory.CreateDirectory(Given);
        Directory.CreateDirectory(Elsewhere);

        Assert.Throws<IOException>(() => OwnTree.RenameUnlessThere(Given, Elsewhere));

        Assert.True(Directory.Exists(Given));
    }

    private static string[] Names(string folder) => [.. Directory.EnumerateFileSystemEntries(folder).Select(static path => Path.GetFileName(path)).Order(StringComparer.Ordinal)];

    // As root does for the user of sudo.
    private void Hold()
    {
        using SafeFileHandle folder = new(FileCalls.OpenFolder(Given), ownsHandle: true);
        HeldFolders.Hold(Given, (int)folder.DangerousGetHandle());
    }

    private void GiveAndSwap()
    {
        OwnFile.MakeFolder(Given);
        Hold();
        Directory.CreateDirectory(Elsewhere);
        File.WriteAllText(Path.Combine(Elsewhere, "kept"), "theirs");
        File.WriteAllText(Path.Combine(Elsewhere, "removed"), "theirs");
        Directory.Move(Given, _folder.File("moved"));
        File.CreateSymbolicLink(Given, Elsewhere);
    }
}
