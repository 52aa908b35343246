using System.Globalization;

namespace Fathom.Sources.Machine.Processes;

/// <summary>Which files a process sees: by its mount namespace and its root folder, as proc(5) tells them.</summary>
internal static class SharedFiles
{
    /// <summary>Whether a path means the same file for a process as for us; false where that cannot be told.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static bool With(int processId) => PlaceOf(processId) is { } theirs && theirs == Own;

    /// <summary>What <see cref="PlaceOf(int)"/> says of us. Not by our number: the /proc that we see may be of another PID namespace.</summary>
    public static string? Own => PlaceOf("self");

    /// <summary>The same text for two processes that see the same files; null where one has ended, or may not be looked at.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static string? PlaceOf(int processId) => PlaceOf(processId.ToString(CultureInfo.InvariantCulture));

    private static string? PlaceOf(string process)
    {
        try
        {
            return Link(process, "ns/mnt") is { } mounts ? $"{mounts} {Link(process, "root")}" : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    private static string? Link(string process, string name) => new FileInfo($"/proc/{process}/{name}").LinkTarget;
}
