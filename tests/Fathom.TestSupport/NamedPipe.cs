using System.Diagnostics;

namespace Fathom.TestSupport;

/// <summary>Makes named pipes, which block whoever opens them.</summary>
public static class NamedPipe
{
    /// <summary>Makes one.</summary>
    public static void Create(string path)
    {
        using Process process = Process.Start("mkfifo", [path]);
        process.WaitForExit();
        if (process.ExitCode != 0)
            throw new InvalidOperationException($"mkfifo ended with {process.ExitCode}");
    }
}
