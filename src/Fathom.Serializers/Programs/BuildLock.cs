using Fathom.Files;

namespace Fathom.Serializers.Programs;

/// <summary>Lets one build at a time write to a folder; another process waits. The lock goes with the process that holds it, however that ends.</summary>
internal static class BuildLock
{
    private const int PollMs = 100;

    /// <summary>Waits for the lock; disposing of the result gives it back.</summary>
    /// <exception cref="OperationCanceledException"><paramref name="stop"/> was signalled.</exception>
    public static async Task<FileStream> TakeAsync(string folder, CancellationToken stop)
    {
        string file = Path.Combine(folder, "build.lock");
        while (true)
        {
            FileStream held = new(OwnFile.OpenOrMake(file), FileAccess.ReadWrite, bufferSize: 0);
            if (FileLock.TryTake(held.SafeFileHandle, isShared: false))
                return held;
            await held.DisposeAsync().ConfigureAwait(false);
            await Task.Delay(PollMs, stop).ConfigureAwait(false);
        }
    }
}
