using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above what was allocated in a trace.</summary>
public static class AllocationHeader
{
    private const int MostProcesses = 3;

    /// <summary>A line for each process: "66.0 MiB/s: 1.1 GiB in 16.4 s, an estimate from 11,024 samples (standard error 1 %)".</summary>
    /// <param name="sums">The processes.</param>
    public static IEnumerable<string> Of(IReadOnlyList<AllocationSum> sums)
    {
        foreach (AllocationSum sum in sums.Take(MostProcesses))
            yield return sums.Count == 1 ? Sentence(sum) : string.Create(CultureInfo.InvariantCulture, $"{sum.Process} ({sum.Pid}): {Sentence(sum)}");
        if (sums.Count > MostProcesses)
            yield return string.Create(CultureInfo.InvariantCulture, $"{sums.Count - MostProcesses} more {(sums.Count == MostProcesses + 1 ? "process" : "processes")} with allocations");
    }

    private static string Sentence(AllocationSum sum)
    {
        string bytes = ReadableNumber.Of(sum.EstimatedBytes, ColumnUnit.Bytes);
        string what = sum.SpanNs is { } span and > 0
            ? $"{ReadableNumber.Of(sum.EstimatedBytes * 1e9 / span, ColumnUnit.Bytes)}/s: {bytes} in {ReadableNumber.Of(span, ColumnUnit.Nanoseconds)}"
            : bytes;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{what}, an estimate from {sum.SampleCount:#,##0} {(sum.SampleCount == 1 ? "sample" : "samples")} (standard error {ShareText.Of(sum.ErrorPercent)})");
    }
}
