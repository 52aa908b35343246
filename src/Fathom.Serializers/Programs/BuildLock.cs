using Fathom.Files;

namespace Fathom.Serializers.Programs;

/// <summary>Lets one build at a time write to a folder; another process waits. The lock goes with the process that holds it, however that ends.</summary>
internal sealed class BuildLock : IDisposable
{
    private const int PollMs = 100;

    private readonly FileStream _file;

    private BuildLock(FileStream file) => _file = file;

    /// <summary>Waits for the lock; disposing of the result gives it back.</summary>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public static async Task<BuildLock> TakeAsync(string folder, CancellationToken stop)
    {
        string path = Path.Combine(folder, "build.lock");
        while (true)
        {
            FileStream file = new(OwnFile.OpenOrMake(path), FileAccess.ReadWrite, bufferSize: 0);
            if (FileLock.TryTake(file.SafeFileHandle, isShared: false))
                return new BuildLock(file);
            await file.DisposeAsync().ConfigureAwait(false);
            await Task.Delay(PollMs, stop).ConfigureAwait(false);
        }
    }

    /// <summary>Gives it back.</summary>
    public void Dispose()
    {
        // A program that is started at this moment has a copy of the descriptor until it runs, and would keep the lock.
        FileLock.Release(_file.SafeFileHandle);
        _file.Dispose();
    }
}
