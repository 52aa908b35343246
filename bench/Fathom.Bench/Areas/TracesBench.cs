using Fathom.Bench.Measuring;
using Fathom.Bench.Traces;

namespace Fathom.Bench.Areas;

/// <summary>Recordings of perf and of runtime events on their way into tables, beside perf script and TraceEvent, and questions to long recordings.</summary>
internal static class TracesBench
{
    /// <summary>Measures, and compares with the limits.</summary>
    /// <param name="options">Where to, and how.</param>
    /// <param name="onlyLarge">Whether only memory for the 10 GB is measured.</param>
    public static int Run(BenchOptions options, bool onlyLarge)
    {
        string folder = Directory.CreateTempSubdirectory("fathom-bench-").FullName;
        try
        {
            Comparison comparison = new(options.Output);
            if (onlyLarge)
            {
                LargeTrace.Measure(comparison, folder);
                return options.ExitCode(comparison.AllKept);
            }

            PerfSpeed.Measure(comparison, options.Short, folder);
            if (!options.Short)
                LargeTrace.Measure(comparison, folder);
            EventSpeed.Measure(comparison, options.Short, folder);
            TimeQuestions.Measure(comparison, options.Short, folder);
            return options.ExitCode(comparison.AllKept);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }
}
