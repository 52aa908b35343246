using Fathom.Sources.DumpWriting;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.DumpWriting;

public sealed class CrashFolderTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // Its number is that of no process here, or of another one.
    [Fact]
    public void A_folder_of_a_fathom_in_another_container_stays_until_that_has_ended()
    {
        string other = Directory.CreateDirectory(_folder.File(".fathom-crash-4194300-1-other")).FullName;
        using (new FileStream(Path.Combine(other, "lock"), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None))
        {
            CrashFolder.Create(_folder.Path).Dispose();
            Assert.Equal([other], Directory.GetDirectories(_folder.Path));
        }

        CrashFolder.Create(_folder.Path).Dispose();
        Assert.Empty(Directory.GetDirectories(_folder.Path));
    }

    [Fact]
    public void A_folder_in_use_is_locked()
    {
        using CrashFolder folder = CrashFolder.Create(_folder.Path);

        Assert.Throws<IOException>(() => new FileStream(Path.Combine(folder.FullName, "lock"), FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose());
        Assert.Empty(folder.Begun());
    }
}
