using Fathom.TestSupport;

namespace Fathom.EndToEnd.Frame;

/// <summary>A pipe that has no room, and that nobody reads until it is asked for what was written: whoever writes waits.</summary>
internal sealed class FullPipe : IDisposable
{
    // What a pipe of Linux holds.
    private const int Capacity = 64 * 1024;

    private readonly FileStream _pipe;

    public FullPipe(string path)
    {
        NamedPipe.Create(path);
        Path = path;
        _pipe = new FileStream(path, FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite, bufferSize: 0);
        _pipe.Write(new byte[Capacity]);
    }

    /// <summary>Its name.</summary>
    public string Path { get; }

    /// <summary>Whether a process waits until it can write to a pipe.</summary>
    public static bool IsWaitedForBy(int pid)
    {
        try
        {
            return Directory.EnumerateDirectories($"/proc/{pid}/task").Any(static task => File.ReadAllText($"{task}/wchan").EndsWith("pipe_write", StringComparison.Ordinal));
        }
        catch (IOException)
        {
            // A thread has just ended.
            return false;
        }
    }

    public void Dispose() => _pipe.Dispose();
}
