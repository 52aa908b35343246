using Fathom.Bench.Measuring;
using Fathom.Bench.Traces;

namespace Fathom.Bench.Areas;

/// <summary>Recordings of perf and of runtime events on their way into tables, beside perf script and TraceEvent, and questions to long recordings.</summary>
internal static class TracesBench
{
    /// <summary>Measures, and compares with the limits.</summary>
    /// <param name="options">Where to, and how.</param>
    /// <param name="only">The one part that is measured: perf, large, minute, events or questions; null for all.</param>
    public static int Run(BenchOptions options, string? only)
    {
        string folder = Directory.CreateTempSubdirectory("fathom-bench-").FullName;
        try
        {
            Comparison comparison = new(options.Output);
            if (only is null or "perf")
                PerfSpeed.Measure(comparison, options.Short, folder);
            if (only is "large" || (only is null && !options.Short))
                LargeTrace.Measure(comparison, folder);
            if (only is null or "minute")
                BusyMinute.Measure(comparison, options.Short, folder);
            if (only is null or "events")
                EventSpeed.Measure(comparison, options.Short, folder);
            if (only is null or "questions")
                TimeQuestions.Measure(comparison, options.Short, folder);
            return options.ExitCode(comparison.AllKept);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
