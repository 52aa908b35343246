using Fathom.Bench.Heap;
using Fathom.Bench.Lists;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Areas;

/// <summary>
/// The first rows of long lists, of which the published tool must not hold all: time from start to end and peak memory of the whole process. FATHOM_EXE names
/// the tool; FATHOM_BENCH_LISTS a folder that keeps the recording for the next run.
/// </summary>
internal static class ListsBench
{
    private const int Rows = 20_000_000;
    private const int ShortRows = 2_000_000;
    private const double MaxSeconds = 0.5;

    // What keeps some rows reads the columns of its conditions too, and counts what it keeps.
    private const double MaxFilteredSeconds = 0.75;
    private const double MaxMebibytes = 300;

    public static int Run(BenchOptions options)
    {
        string tool = Environment.GetEnvironmentVariable("FATHOM_EXE") ?? throw new InvalidOperationException("FATHOM_EXE names no program. Start the benchmark with bench/lists.");
        int rows = options.Short ? ShortRows : Rows;
        string? kept = Environment.GetEnvironmentVariable("FATHOM_BENCH_LISTS");
        DirectoryInfo folder = kept is null ? Directory.CreateTempSubdirectory("fathom-bench-") : Directory.CreateDirectory(kept);
        try
        {
            string recording = Path.Combine(folder.FullName, FormattableString.Invariant($"lists-{rows}.fathom"));
            if (!Directory.Exists(recording))
                LongLists.Write(recording, rows);
            options.Output.WriteLine(FormattableString.Invariant($"lists of {rows:#,##0} rows, medians of whole runs of the tool"));
            Comparison comparison = new(options.Output);
            int runs = options.Short ? 3 : 5;
            Measure(comparison, runs, tool, MaxSeconds, "objects --sort size_bytes", "heap", "objects", recording, "--type", "*", "--top", "20", "--sort", "size_bytes");
            Measure(comparison, runs, tool, MaxFilteredSeconds, "objects of one type by size", "heap", "objects", recording, "--type", "*Type7", "--top", "20", "--sort", "size_bytes");
            Measure(comparison, runs, tool, MaxFilteredSeconds, "objects --where", "heap", "objects", recording, "--type", "*", "--top", "20", "--where", "size_bytes=1MiB..,generation=gen0");
            Measure(comparison, runs, tool, MaxSeconds, "strings --all --sort size_bytes", "heap", "strings", recording, "--all", "--top", "20", "--sort", "size_bytes");
            Measure(comparison, runs, tool, MaxSeconds, "strings --all --sort count", "heap", "strings", recording, "--all", "--top", "20", "--sort", "count");
            Measure(comparison, runs, tool, MaxSeconds, "strings --sort length", "heap", "strings", recording, "--top", "20", "--sort", "length");
            return options.ExitCode(comparison.AllKept);
        }
        finally
        {
            if (kept is null)
                folder.Delete(recursive: true);
        }
    }

    private static void Measure(Comparison comparison, int runs, string tool, double maxSeconds, string name, params string[] args)
    {
        // The first run brings the files into memory.
        ToolRun.TimeOf(tool, args);
        comparison.AtMost(name, Median.Of(Enumerable.Range(0, runs).Select(_ => ToolRun.TimeOf(tool, args).TotalSeconds)), maxSeconds, "s");
        comparison.AtMost("  resident", ToolRun.Of(tool, args).PeakResidentBytes / 1048576.0, MaxMebibytes, "MiB");
    }
}
