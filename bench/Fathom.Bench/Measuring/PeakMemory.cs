using System.Globalization;

namespace Fathom.Bench.Measuring;

/// <summary>The most memory that this process ever had resident, by the kernel's count.</summary>
internal static class PeakMemory
{
    /// <summary>VmHWM of /proc/self/status in MiB.</summary>
    public static double Mebibytes()
    {
        string line = File.ReadLines("/proc/self/status").First(l => l.StartsWith("VmHWM:", StringComparison.Ordinal));
        return double.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)[^2], CultureInfo.InvariantCulture) / 1024;
    }
}
