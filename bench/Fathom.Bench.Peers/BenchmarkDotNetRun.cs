using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains.InProcess.Emit;
using Perfolizer.Horology;

namespace Fathom.Bench.Peers;

/// <summary>
/// BenchmarkDotNet over a case that is ready. Pilot, warm-up until it sees no trend, subtraction of the empty call and removal of slow outliers are its own
/// defaults. Two things are not: an iteration is shorter than its 500 ms and there are 30 at the most, or a round would take a quarter of an hour; and its engine
/// runs in this process, which is made anew for each round, instead of one that it builds by MSBuild first. So one round is one launch here as it is in the suite.
/// </summary>
internal static class BenchmarkDotNetRun
{
    /// <summary>Nanoseconds of one write and one read.</summary>
    /// <param name="served">What is called.</param>
    /// <param name="isShort">Whether a rough figure is enough.</param>
    /// <exception cref="InvalidOperationException">It measured nothing; what it said is the message.</exception>
    public static double[] Measure(ServedCase served, bool isShort)
    {
        StreamBenchmarks.Case = served;
        Job job = Job.Default.WithToolchain(InProcessEmitToolchain.Instance).WithIterationTime(TimeInterval.FromMilliseconds(isShort ? 50 : 100));
        job = isShort ? job.WithWarmupCount(5).WithIterationCount(5) : job.WithMinWarmupCount(10).WithMaxIterationCount(30);
        AccumulationLogger log = new();
        string place = Path.Combine(Path.GetTempPath(), $"fathom-peers-{Environment.ProcessId}");
        Summary summary = BenchmarkRunner.Run<StreamBenchmarks>(
            ManualConfig.CreateEmpty().AddJob(job).AddLogger(log).AddColumnProvider(DefaultColumnProviders.Instance).WithArtifactsPath(place).WithOptions(ConfigOptions.DisableLogFile));
        if (Directory.Exists(place))
            Directory.Delete(place, recursive: true);
        return [MedianOf(summary, nameof(StreamBenchmarks.Serialize), log), MedianOf(summary, nameof(StreamBenchmarks.Deserialize), log)];
    }

    private static double MedianOf(Summary summary, string method, AccumulationLogger log) =>
        summary.Reports.FirstOrDefault(report => report.BenchmarkCase.Descriptor.WorkloadMethod.Name == method)?.ResultStatistics?.Median
            ?? throw new InvalidOperationException($"BenchmarkDotNet has no result for {method}:\n{log.GetLog()}");
}
