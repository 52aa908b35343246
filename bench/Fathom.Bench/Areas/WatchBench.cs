using System.Diagnostics;
using System.Globalization;
using Fathom.Bench.Heap;
using Fathom.Bench.Measuring;
using Fathom.Bench.Watching;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;

namespace Fathom.Bench.Areas;

/// <summary>
/// What a sample of <c>watch</c> costs a process, beside a loop of the shell that reads the same files with <c>cat</c>, <c>ls</c> and <c>wc</c>; and what a
/// watch takes itself. FATHOM_EXE names the tool.
/// </summary>
internal static class WatchBench
{
    private const int Mebibytes = 2_048;
    private const int ShortMebibytes = 256;

    // The cost to the process that is watched: its own work, and the time in which it may have to wait for its address space.
    private const double MaxMilliseconds = 20;
    private const double MaxMegabytes = 80;
    private const double Floor = 2;
    private const double NsPerMs = 1e6;
    private const double BytesPerMegabyte = 1e6;

    public static int Run(BenchOptions options)
    {
        string tool = Environment.GetEnvironmentVariable("FATHOM_EXE") is { Length: > 0 } path && File.Exists(path)
            ? path
            : throw new InvalidOperationException("FATHOM_EXE names no program. Start the benchmark with bench/watch.");
        DirectoryInfo folder = Directory.CreateTempSubdirectory("fathom-bench-");
        try
        {
            using WatchedProgram target = WatchedProgram.Start(options.Short ? ShortMebibytes : Mebibytes);
            return options.ExitCode(Measure(target, tool, folder.FullName, options));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    private static bool Measure(WatchedProgram target, string tool, string folder, BenchOptions options)
    {
        int samples = options.Short ? 100 : 1_000;
        Comparison comparison = new(options.Output);
        comparison.Say("resident in the target", options.Short ? ShortMebibytes : Mebibytes, "MiB");

        List<TimeSpan> reads = [.. Reads(target.Pid, samples)];
        TimeSpan peer = Peer(target.Pid, options.Short ? 5 : 20);
        comparison.Faster("files of a sample, median", peer, reads, Floor);
        comparison.AtMost("address space held, median", Median.Of(reads.Select(static one => one.TotalMilliseconds)), MaxMilliseconds, "ms");

        Beat before = target.Listen(() => Thread.Sleep(options.Short ? 700 : 5_000));
        comparison.Say("target alone, CPU", before.CpuPercent, "%");
        comparison.Say("target alone, slowest 1 % of calls", before.SlowNs / NsPerMs, "ms");
        ToolRun? plain = null, saved = null;
        Beat watched = target.Listen(() => plain = Watch(tool, target.Pid, samples, []));
        Beat kept = target.Listen(() => saved = Watch(tool, target.Pid, samples, ["--save", Path.Combine(folder, "bench.fathom")]));
        comparison.Say("target watched, CPU", watched.CpuPercent, "%");
        comparison.Say("target watched, slowest 1 % of calls", Math.Max(watched.SlowNs, kept.SlowNs) / NsPerMs, "ms");
        double ownMs = Math.Max(0, (watched.CpuNs - (before.CpuNs * (watched.Seconds / before.Seconds))) / samples / NsPerMs);
        comparison.AtMost("CPU of the target, each sample", ownMs, MaxMilliseconds, "ms");
        comparison.AtMost("memory of the watch", plain!.PeakResidentBytes / BytesPerMegabyte, MaxMegabytes, "MB");
        comparison.AtMost("memory of the watch with --save", saved!.PeakResidentBytes / BytesPerMegabyte, MaxMegabytes, "MB");
        return comparison.AllKept;
    }

    private static IEnumerable<TimeSpan> Reads(int pid, int samples)
    {
        using ProcessMetrics metrics = new(pid, MetricCatalog.All);
        double[] values = new double[MetricCatalog.Count];
        for (int i = 0; i < samples; i++)
        {
            long begin = Stopwatch.GetTimestamp();
            metrics.Sample(values);
            yield return Stopwatch.GetElapsedTime(begin);
        }
    }

    private static ToolRun Watch(string tool, int pid, int samples, string[] more) => ToolRun.Of(
        tool, ["watch", $"pid:{pid}", "--interval", "10ms", "--count", samples.ToString(CultureInfo.InvariantCulture), "-q", .. more]);

    // What a script does that keeps the same figures.
    private static TimeSpan Peer(int pid, int samples)
    {
        string script = $"for i in $(seq {samples}); do cat /proc/{pid}/stat /proc/{pid}/status /proc/{pid}/smaps_rollup "
            + $">/dev/null; ls /proc/{pid}/fd | wc -l >/dev/null; wc -l </proc/{pid}/maps >/dev/null; done";
        long begin = Stopwatch.GetTimestamp();
        using Process shell = Process.Start("sh", ["-c", script]);
        shell.WaitForExit();
        return Stopwatch.GetElapsedTime(begin) / samples;
    }
}
