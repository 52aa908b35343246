using System.Runtime.InteropServices;
using Fathom.Serializers.Programs;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Serializers;

public sealed partial class BuildLockTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task One_at_a_time_has_it()
    {
        using CancellationTokenSource stop = new();
        using BuildLock first = await BuildLock.TakeAsync(_folder.Path, TestContext.Current.CancellationToken);
        Task<BuildLock> second = BuildLock.TakeAsync(_folder.Path, stop.Token);

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second);
    }

    [Fact]
    public async Task It_is_given_back_although_a_program_that_is_being_started_has_a_copy_of_its_descriptor()
    {
        BuildLock first = await BuildLock.TakeAsync(_folder.Path, TestContext.Current.CancellationToken);
        string file = _folder.File("build.lock");
        int own = Directory.EnumerateFileSystemEntries("/proc/self/fd").Where(link => new FileInfo(link).LinkTarget == file).Select(static link => int.Parse(Path.GetFileName(link))).Single();
        int copy = Duplicate(own);
        try
        {
            first.Dispose();

            Task<BuildLock> second = BuildLock.TakeAsync(_folder.Path, TestContext.Current.CancellationToken);

            // The first try takes it; only a later one is waited for.
            Assert.True(second.IsCompletedSuccessfully);
            (await second).Dispose();
        }
        finally
        {
            _ = Close(copy);
        }
    }

    [LibraryImport("libc", EntryPoint = "dup")]
    private static partial int Duplicate(int file);

    [LibraryImport("libc", EntryPoint = "close")]
    private static partial int Close(int file);
}
