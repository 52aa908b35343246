using System.Globalization;
using Fathom.Files;

namespace Fathom.Sources.Metrics;

/// <summary>The share of time in which the processors of the machine were busy, from one look to the next.</summary>
public sealed class MachineBusy
{
    private const string Path = "/proc/stat";
    private const int Idle = 4;
    private const int WaitsForDisk = 5;
    private const int Guest = 9;

    private long _all;
    private long _busy;

    /// <summary>Percent of all processors since the look before, of the time since the boot at the first one; null where the kernel does not tell.</summary>
    public double? Look()
    {
        if (Read() is not { } now)
            return null;
        (long all, long busy) = (now.All - _all, now.Busy - _busy);
        (_all, _busy) = now;
        return all > 0 ? Math.Clamp(100.0 * busy / all, 0, 100) : null;
    }

    // "cpu user nice system idle iowait irq softirq steal guest guest_nice", in clock ticks; what guests use is in user and nice already.
    private static (long All, long Busy)? Read()
    {
        try
        {
            string text = RegularFile.ReadAllText(Path);
            string[] parts = text[..text.IndexOf('\n', StringComparison.Ordinal)].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            long all = 0, busy = 0;
            for (int i = 1; i < Math.Min(parts.Length, Guest); i++)
            {
                long ticks = long.Parse(parts[i], CultureInfo.InvariantCulture);
                all += ticks;
                busy += i is Idle or WaitsForDisk ? 0 : ticks;
            }

            return (all, busy);
        }
        catch (Exception none) when (none is IOException or UnauthorizedAccessException or FormatException or ArgumentException or OverflowException)
        {
            return null;
        }
    }
}
