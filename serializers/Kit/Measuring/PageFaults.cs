using System.Globalization;

namespace Fathom.Serializers.Kit.Measuring;

/// <summary>
/// How often this process touched memory that the kernel had not given to it yet: <c>minflt</c> of <c>/proc/self/stat</c> (proc_pid_stat(5)), over all threads. A heap that
/// still takes new memory pays for each page of it, 20 us on some virtual machines.
/// </summary>
internal static class PageFaults
{
    private const string Path = "/proc/self/stat";

    // Behind the name, which may hold anything: state, four numbers of groups and sessions, the terminal's group, flags.
    private const int Place = 7;

    /// <summary>Faults since the process began; null where the kernel does not tell.</summary>
    public static long? Read() => KernelFile.Read(Path) is { } text ? Parse(text) : null;

    /// <summary>Reads the line of a process.</summary>
    internal static long? Parse(string text)
    {
        string[] words = text[(text.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        return words.Length > Place && long.TryParse(words[Place], NumberStyles.None, CultureInfo.InvariantCulture, out long faults) ? faults : null;
    }
}
