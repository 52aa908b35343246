using System.Globalization;

namespace Fathom.Query.Findings;

/// <summary>From when on wasted memory is worth a finding.</summary>
internal static class Waste
{
    /// <summary>Always.</summary>
    public const long MinBytes = 10 * MiB;

    /// <summary>In a small heap, where it is at least the share of <see cref="MinShare"/>.</summary>
    public const long MinBytesOfShare = MiB;

    /// <summary>Share of the heap.</summary>
    public const double MinShare = 0.1;

    private const long MiB = 1024 * 1024;

    /// <summary>Whether so many bytes are a finding in a heap of a size.</summary>
    public static bool IsLarge(long wastedBytes, long heapBytes) =>
        wastedBytes >= MinBytes || (wastedBytes >= MinBytesOfShare && wastedBytes >= MinShare * heapBytes);

    /// <summary>As evidence writes it.</summary>
    public static string Text(long bytes) => string.Create(CultureInfo.InvariantCulture, $"{bytes / (double)MiB:#,##0.0} MiB");

    /// <summary>As evidence writes it, with the share of the heap.</summary>
    public static string Text(long bytes, long heapBytes) =>
        string.Create(CultureInfo.InvariantCulture, $"{Text(bytes)} ({100.0 * bytes / Math.Max(1, heapBytes):0} % of the heap)");
}
