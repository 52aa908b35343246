using System.Globalization;

namespace Fathom.Serializers.Machines;

/// <summary>Processor time since the start of the machine, and what of it this process and its ended children took, in the kernel's ticks.</summary>
/// <param name="Busy">Time that any program had, on all processors.</param>
/// <param name="All">Busy and idle time.</param>
/// <param name="Own">Time of this process and of its children that have ended.</param>
public readonly record struct ProcessorTimes(long Busy, long All, long Own)
{
    private const int IdleField = 3;
    private const int IoWaitField = 4;
    private const int TimeFields = 8;

    /// <summary>Reads them now; null where the kernel does not tell.</summary>
    public static ProcessorTimes? Read()
    {
        try
        {
            return Parse(File.ReadAllText("/proc/stat"), File.ReadAllText("/proc/self/stat"));
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Reads the texts of <c>/proc/stat</c> and <c>/proc/self/stat</c>.</summary>
    internal static ProcessorTimes? Parse(string machine, string own)
    {
        // "cpu user nice system idle iowait irq softirq steal …"; guest time is a part of user.
        string[] fields = machine[..machine.IndexOf('\n')].Split(' ', StringSplitOptions.RemoveEmptyEntries);
        // The name is in parentheses and may hold anything; utime, stime, cutime and cstime are fields 14 to 17.
        string[] rest = own[(own.LastIndexOf(')') + 2)..].Split(' ');
        if (fields is not ["cpu", ..] || fields.Length <= TimeFields || rest.Length < 15)
            return null;
        long all = 0;
        for (int i = 1; i <= TimeFields; i++)
            all += Number(fields[i]);
        long idle = Number(fields[1 + IdleField]) + Number(fields[1 + IoWaitField]);
        return new ProcessorTimes(all - idle, all, Number(rest[11]) + Number(rest[12]) + Number(rest[13]) + Number(rest[14]));
    }

    /// <summary>The share of all processors that other programs took since then, 0 to 1.</summary>
    public double OthersSince(ProcessorTimes before) => All <= before.All ? 0 : Math.Clamp((Busy - before.Busy - (Own - before.Own)) / (double)(All - before.All), 0, 1);

    private static long Number(string text) => long.Parse(text, CultureInfo.InvariantCulture);
}
