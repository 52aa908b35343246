using System.Globalization;

namespace Fathom.Bench.Recording;

/// <summary>CPU time of the threads of a process, seen from outside.</summary>
/// <remarks>Source: /proc/PID/task/TID/schedstat, whose first number is the time on a processor in ns, and comm.</remarks>
internal static class ThreadUse
{
    /// <summary>Nanoseconds of each thread that runs, with its name.</summary>
    public static Dictionary<int, (string Name, long CpuNs)> Of(int pid)
    {
        Dictionary<int, (string, long)> found = [];
        foreach (string folder in Directory.EnumerateDirectories(string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/task")))
        {
            try
            {
                string[] words = File.ReadAllText(Path.Combine(folder, "schedstat")).Split(' ');
                found[int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture)] =
                    (File.ReadAllText(Path.Combine(folder, "comm")).TrimEnd(), long.Parse(words[0], CultureInfo.InvariantCulture));
            }
            catch (IOException)
            {
                // It has ended since.
            }
        }

        return found;
    }

    /// <summary>What was used between two readings, by name, most first. What threads used that ended in between is not in it.</summary>
    public static IReadOnlyList<(string Name, int Threads, long CpuNs)> Between(Dictionary<int, (string Name, long CpuNs)> before, Dictionary<int, (string Name, long CpuNs)> after) =>
    [
        .. after.GroupBy(static each => each.Value.Name, each => each.Value.CpuNs - before.GetValueOrDefault(each.Key).CpuNs)
            .Select(static group => (group.Key, group.Count(), group.Sum())).OrderByDescending(static each => each.Item3),
    ];
}
