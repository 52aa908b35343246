using System.Globalization;

namespace Fathom.Sources.Machine;

/// <summary>Memory that a program may still take without others having to give some up.</summary>
internal static class AvailableMemory
{
    private const string Line = "MemAvailable:";

    /// <summary>Bytes: what the kernel estimates (<c>MemAvailable</c> of /proc/meminfo), and no more than the limit of our own control group.</summary>
    public static long Bytes()
    {
        long limit = GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;
        foreach (string line in File.ReadLines("/proc/meminfo"))
        {
            if (line.StartsWith(Line, StringComparison.Ordinal)
                && long.TryParse(line.AsSpan(Line.Length).Trim().TrimEnd("kB").Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out long kibibytes))
            {
                return Math.Min(limit, kibibytes * 1024);
            }
        }

        return limit;
    }
}
