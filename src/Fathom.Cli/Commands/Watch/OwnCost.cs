using System.Globalization;
using Fathom.Model.Results;
using Fathom.Render.Text;

namespace Fathom.Cli.Commands.Watch;

/// <summary>What a watch cost itself: a tool that looks for growth has to say what it takes.</summary>
internal static class OwnCost
{
    private const string Peak = "VmHWM:";
    private const long BytesPerKibibyte = 1024;

    /// <summary>The sentence; null where the kernel does not tell.</summary>
    /// <param name="rounds">How many times all processes were sampled.</param>
    public static string? Sentence(long rounds)
    {
        if (PeakBytes() is not { } peak || rounds == 0)
            return null;
        double cpuNs = Environment.CpuUsage.TotalTime.TotalNanoseconds;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"this watch used {ReadableNumber.Of(peak, ColumnUnit.Bytes)} of memory at its peak ({peak} bytes) and "
            + $"{ReadableNumber.Of(cpuNs, ColumnUnit.Nanoseconds)} of CPU time, start and verdict included, for {rounds} samples");
    }

    private static long? PeakBytes()
    {
        try
        {
            string? line = File.ReadLines("/proc/self/status").FirstOrDefault(static line => line.StartsWith(Peak, StringComparison.Ordinal));
            string? number = line?[Peak.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).FirstOrDefault();
            return long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out long kibibytes) ? kibibytes * BytesPerKibibyte : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}
