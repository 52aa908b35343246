using Fathom.Files;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Files;

/// <summary>The folder for temporary files is the first one that can be used, and it is said why not the usual one.</summary>
[System.Runtime.Versioning.UnsupportedOSPlatform("windows")]
public sealed class TemporaryFolderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void The_first_one_is_taken_without_a_word_where_it_can_be_used() =>
        Assert.Equal((_folder.Path, null), TemporaryFolder.Choose([_folder.Path + "/", "/nowhere"], 1));

    [Fact]
    public void Another_one_is_taken_where_the_first_one_is_missing_or_no_folder()
    {
        File.WriteAllText(_folder.File("text"), "");

        Assert.Equal(
            (_folder.Path, $"temporary files are in '{_folder.Path}', as '/nowhere' does not exist"),
            TemporaryFolder.Choose(["/nowhere", _folder.Path], 1));
        Assert.Equal(
            (_folder.Path, $"temporary files are in '{_folder.Path}', as '{_folder.File("text")}' is no folder"),
            TemporaryFolder.Choose([_folder.File("text"), "", "/nowhere", _folder.Path], 1));
    }

    [Fact]
    public void Where_none_can_be_used_the_fault_of_each_is_told_once() =>
        Assert.Equal(
            (null, $"'/nowhere' does not exist, '{_folder.Path}' is full"),
            TemporaryFolder.Choose(["/nowhere/", _folder.Path, "/nowhere"], long.MaxValue));

    [Fact]
    public void A_folder_in_it_is_new_and_for_its_owner_alone()
    {
        string first = TemporaryFolder.Make("fathom-test-"), second = TemporaryFolder.Make("fathom-test-");
        try
        {
            Assert.NotEqual(first, second);
            Assert.StartsWith(Path.Combine(TemporaryFolder.Path, "fathom-test-"), first, StringComparison.Ordinal);
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(first));
        }
        finally
        {
            Directory.Delete(first);
            Directory.Delete(second);
        }
    }
}
