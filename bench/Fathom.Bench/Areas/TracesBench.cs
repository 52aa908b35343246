using Fathom.Bench.Measuring;
using Fathom.Bench.Traces;

namespace Fathom.Bench.Areas;

/// <summary>Recordings of perf and of runtime events on their way into tables, beside perf script and TraceEvent, and questions to long recordings.</summary>
internal static class TracesBench
{
    /// <summary>Measures, and compares with the limits.</summary>
    public static int Run(BenchOptions options)
    {
        string folder = Directory.CreateTempSubdirectory("fathom-bench-").FullName;
        try
        {
            Comparison comparison = new(options.Output);
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
