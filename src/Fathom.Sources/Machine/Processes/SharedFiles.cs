namespace Fathom.Sources.Machine.Processes;

/// <summary>Whether a process sees the files that we see: by its mount namespace and its root folder, as proc(5) tells them.</summary>
internal static class SharedFiles
{
    /// <summary>Whether a path means the same file for a process as for us; false where that cannot be told.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static bool With(int processId)
    {
        try
        {
            return Link($"/proc/{processId}/ns/mnt") is { } theirs && theirs == Link("/proc/self/ns/mnt") && Link($"/proc/{processId}/root") == Link("/proc/self/root");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return false;
        }
    }

    private static string? Link(string path) => new FileInfo(path).LinkTarget;
}
