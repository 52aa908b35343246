using System.Globalization;
using Fathom.Bench.Heap;
using Fathom.Bench.Measuring;

namespace Fathom.Bench.Areas;

/// <summary>
/// <c>heap --live</c> on a heap of mixed objects, beside a mark with ClrMD's references, in one run. FATHOM_EXE and FATHOM_HEAP_SAMPLE name the tool and
/// the sample.
/// </summary>
internal static class LiveBench
{
    private const int Objects = 10_000_000;
    private const int ShortObjects = 1_000_000;
    private const double MaxSeconds = 1;

    // The limit of 1 s is for what the peer does too. Start-up, the recording and its queries come on top; all in all it was 0.89 to 1.17 s on 2 quiet cores.
    private const double MaxCommandSeconds = 1.5;

    // Of a tenth of the objects, what does not depend on their number is the larger part.
    private const double Floor = 8;
    private const double FloorShort = 2;
    private const double CommandFloorShort = 1;
    private const double MaxBytesPerObject = 16;
    private const double BytesPerReference = 4;

    public static int Run(BenchOptions options)
    {
        string tool = Named("FATHOM_EXE"), sample = Named("FATHOM_HEAP_SAMPLE");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            using HeapTarget target = HeapTarget.Start(sample, options.Short ? ShortObjects : Objects);
            return options.ExitCode(Measure(target.Pid, tool, folder.FullName, options));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static bool Measure(int pid, string tool, string folder, BenchOptions options)
    {
        int runs = options.Short ? 3 : 5;
        Comparison comparison = new(options.Output);
        List<OwnGraph> operations = [.. Enumerable.Range(0, runs).Select(_ => OwnGraph.Of(pid))];
        OwnGraph own = operations[^1];
        comparison.Say("objects", own.Objects / 1e6, "million");
        comparison.Say("references", own.References / 1e6, "million");
        comparison.Say("walk and roots, in the stop", own.Stopped.TotalSeconds, "s");
        comparison.Say("graph, when it runs again", own.Build.TotalSeconds, "s");
        comparison.Say("mark", own.Mark.TotalSeconds, "s");
        (long live, TimeSpan peer) = ClrMdMark.Of(pid);
        comparison.Say("live objects by ClrMD's roots", live / 1e6, "million");
        comparison.Say("live objects by all roots", own.Live / 1e6, "million");

        comparison.Faster("from attaching to the live set", peer, operations.Select(static one => one.All), options.Short ? FloorShort : Floor);
        List<TimeSpan> times = [.. Enumerable.Range(0, runs).Select(_ => ToolRun.TimeOf(tool, "heap", $"pid:{pid}", "--live", "--totals"))];
        comparison.Faster("whole command", peer, times, options.Short ? CommandFloorShort : Floor);
        if (options.Short)
            return comparison.AllKept;
        comparison.AtMost("from attaching to the live set", Median.Of(operations.Select(static one => one.All.TotalSeconds)), MaxSeconds, "s");
        comparison.AtMost("whole command, median", Median.Of(times.Select(static one => one.TotalSeconds)), MaxCommandSeconds, "s");

        List<ToolRun> plain = [.. Enumerable.Range(0, runs).Select(_ => ToolRun.Of(tool, "heap", $"pid:{pid}", "--totals"))];
        List<ToolRun> commands = [.. Enumerable.Range(0, runs).Select(_ => ToolRun.Of(tool, "heap", $"pid:{pid}", "--live", "--totals"))];
        // The tool itself and what every heap view needs is not the graph's.
        double bytes = commands.Min(static one => one.PeakOwnBytes) - plain.Min(static one => one.PeakOwnBytes) - (BytesPerReference * own.References);
        comparison.AtMost("working memory per object", bytes / own.Objects, MaxBytesPerObject, "bytes beside 4 per reference");
        string recording = Path.Combine(folder, "live.fathom");
        ToolRun.Of(tool, "heap", $"pid:{pid}", "--live", "--save", recording);
        string csv = ToolRun.Of(tool, "sql", "select pause_ns, expected_pause_ns from heap_snapshot", recording, "--format", "csv").Output;
        string[] pauses = csv.Split('\n')[1].Split(',');
        comparison.Say("pause", long.Parse(pauses[0], CultureInfo.InvariantCulture) / 1e9, "s");
        comparison.Say("pause as said before", long.Parse(pauses[1], CultureInfo.InvariantCulture) / 1e9, "s");
        return comparison.AllKept;
    }

    private static string Named(string variable) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } path && File.Exists(path)
            ? path
            : throw new InvalidOperationException($"{variable} names no program. Start the benchmark with bench/live.");
}
