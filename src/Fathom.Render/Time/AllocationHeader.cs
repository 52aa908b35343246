using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Render.Text;

namespace Fathom.Render.Time;

/// <summary>The lines above what was allocated in a trace.</summary>
public static class AllocationHeader
{
    /// <summary>A line for each process: "66.0 MiB/s: 1.1 GiB in 16.4 s, an estimate from 11,024 samples (standard error 1 %)".</summary>
    /// <param name="sums">The processes.</param>
    public static IEnumerable<string> Of(IReadOnlyList<AllocationSum> sums) =>
        ProcessLines.Of(sums, static sum => (sum.Process, sum.Pid), Sentence, "allocations");

    private static string Sentence(AllocationSum sum)
    {
        string bytes = ReadableNumber.Of(sum.EstimatedBytes, ColumnUnit.Bytes);
        string rate = sum.SpanNs is { } span and > 0 ? $"{ReadableNumber.Of(sum.EstimatedBytes * 1e9 / span, ColumnUnit.Bytes)}/s: " : "";
        string time = sum.SpanNs is { } ns and > 0 ? $" in {ReadableNumber.Of(ns, ColumnUnit.Nanoseconds)}" : "";
        string samples = string.Create(CultureInfo.InvariantCulture, $"{sum.SampleCount:#,##0} {(sum.SampleCount == 1 ? "sample" : "samples")}");
        return $"{rate}{bytes}{time}, an estimate from {samples} (standard error {ShareText.Of(sum.ErrorPercent)})";
    }
}
