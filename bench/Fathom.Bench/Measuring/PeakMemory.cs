using System.Globalization;

namespace Fathom.Bench.Measuring;

/// <summary>The most memory that this process had resident, by the kernel's count.</summary>
internal static class PeakMemory
{
    /// <summary>Makes the peak start anew at what is resident now, and returns it in MiB.</summary>
    public static double Restart()
    {
        File.WriteAllText("/proc/self/clear_refs", "5");
        return Mebibytes();
    }

    /// <summary>VmHWM of /proc/self/status in MiB.</summary>
    public static double Mebibytes()
    {
        string line = File.ReadLines("/proc/self/status").First(l => l.StartsWith("VmHWM:", StringComparison.Ordinal));
        return double.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)[^2], CultureInfo.InvariantCulture) / 1024;
    }
}
