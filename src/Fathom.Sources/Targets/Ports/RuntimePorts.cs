using System.Globalization;
using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Targets.Ports;

/// <summary>Which processes have a diagnostic port; none of them is asked.</summary>
public static class RuntimePorts
{
    private const string Prefix = "dotnet-diagnostic-";

    /// <summary>Whether a process has one that we can see.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static bool IsOpen(int processId) => RuntimePortPath.Find(processId) is not null;

    /// <summary>When the port of a process was opened; null where there is none that we can see.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static DateTime? OpenedUtc(int processId) => RuntimePortPath.Find(processId) is { } path ? File.GetLastWriteTimeUtc(path) : null;

    /// <summary>Whether the library of a runtime is mapped in a process; false too where that may not be read.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static bool HasRuntime(int processId) => ProcMaps.Parse(MapsOf(processId)).RuntimeLibrary is not null;

    /// <summary>Whether a process certainly runs no .NET; false where its mappings may not be read.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    public static bool HasNoRuntime(int processId) =>
        MapsOf(processId) is { Length: > 0 } maps && ProcMaps.Parse(maps) is { RuntimeLibrary: null, HasGeneratedCode: false };

    /// <summary>The processes whose port lies in a folder, as their sockets name them; some may have ended, or be of a container that shares the folder.</summary>
    /// <param name="folder">The folder; our temporary one as a rule.</param>
    public static IEnumerable<ProcessInstance> Named(string folder)
    {
        foreach (string path in Sockets(folder))
        {
            string[] parts = Path.GetFileName(path)[Prefix.Length..].Split('-');
            if (parts is [var number, var start, _] && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out int processId)
                && long.TryParse(start, NumberStyles.None, CultureInfo.InvariantCulture, out long ticks))
                yield return new ProcessInstance(processId, ticks);
        }
    }

    // Empty where they may not be read, and of a process that ends.
    private static byte[] MapsOf(int processId)
    {
        try
        {
            return File.ReadAllBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/{processId}/maps"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    // The folder may be removed at any time.
    private static string[] Sockets(string folder)
    {
        try
        {
            return Directory.GetFiles(folder, Prefix + "*-socket");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }
}
