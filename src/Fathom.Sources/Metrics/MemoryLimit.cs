using System.Globalization;
using Fathom.Files;
using Fathom.Sources.Machine.Resources;

namespace Fathom.Sources.Metrics;

/// <summary>How near the control group of a process is to the limit of its memory.</summary>
public static class MemoryLimit
{
    /// <summary>What the group cannot give back (its working set), in percent of the lowest limit of the group and those that it lies in.</summary>
    /// <param name="pid">Number of the process (pid).</param>
    /// <returns>Null where there is no limit, or nothing tells.</returns>
    public static double? UsedPercent(int pid)
    {
        try
        {
            string file = string.Create(CultureInfo.InvariantCulture, $"/proc/{pid}/cgroup");
            return CgroupMemory.Read(RegularFile.ReadAllText(file).Split('\n'), CgroupPlace.Mounts) is { } group ? Percent(group) : null;
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    internal static double? Percent(CgroupMemory group)
    {
        return Size("effective_limit") is { } limit and > 0 && Size("working_set") is { } used ? 100.0 * used / limit : null;

        long? Size(string name) => group.Facts.FirstOrDefault(fact => fact.Name == name).SizeBytes;
    }
}
