using System.Globalization;
using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;
using Fathom.Tests.Sources.Machine.Processes;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Metrics;

public sealed class ProcessMetricsTests
{
    private static readonly IReadOnlyList<ProcessMetric> s_all = MetricCatalog.All;

    [Fact]
    public void Each_metric_has_a_name_of_its_own_with_the_unit_in_it()
    {
        Assert.Equal(MetricCatalog.Count, MetricCatalog.Names.Distinct().Count());
        Assert.Equal(Enumerable.Range(0, MetricCatalog.Count), s_all.Select(static metric => metric.Place));
        foreach (System.Reflection.PropertyInfo property in typeof(MetricCatalog).GetProperties().Where(static property => property.PropertyType == typeof(ProcessMetric)))
        {
            ProcessMetric metric = (ProcessMetric)property.GetValue(null)!;
            Assert.Equal(property.Name.ToLowerInvariant(), metric.Name.Replace("_", "", StringComparison.Ordinal));
            Assert.Same(metric, s_all[metric.Place]);
        }

        Assert.All(MetricCatalog.OfTriggers, static metric => Assert.Same(metric, MetricCatalog.Find(metric.Name, "")));
    }

    [Fact]
    public void The_document_of_watch_names_each_metric()
    {
        string document = File.ReadAllText(Path.Combine(Repository.Root, "docs", "watch.md"));
        // "gen0_bytes … poh_bytes" stands for those between.
        string[] between = ["gen1_bytes", "gen2_bytes", "loh_bytes"];

        Assert.All(MetricCatalog.Names.Except(between), name => Assert.Contains($"`{name}`", document, StringComparison.Ordinal));
    }

    [Fact]
    public void An_unknown_metric_is_refused_with_near_names()
    {
        FathomException error = Assert.Throws<FathomException>(() => MetricCatalog.Find("rss_byte", "in '--when rss_byte=1GiB..'"));
        Assert.Equal(ExitCode.Usage, error.ExitCode);
        Assert.Contains("did you mean 'rss_bytes'?", error.NextStep, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_a_difference_begins_anew_when_it_is_told_to()
    {
        using ProcessMetrics metrics = new(Environment.ProcessId, [MetricCatalog.CpuPercent]);
        double[] values = new double[MetricCatalog.Count];

        Assert.True(double.IsNaN(Percent()));
        Assert.False(double.IsNaN(Percent()));
        metrics.Restart();
        Assert.True(double.IsNaN(Percent()));
        Assert.False(double.IsNaN(Percent()));

        double Percent()
        {
            Assert.True(metrics.Sample(values));
            return values[MetricCatalog.CpuPercent.Place];
        }
    }

    [Fact]
    public void Sizes_of_the_kernel_become_bytes()
    {
        using ProcTree tree = new();
        string folder = tree.Add(new FakeProcess(4711));
        File.WriteAllText(
            Path.Combine(folder, "status"),
            "Name:\ta: 5 kB\nVmSize:\t   3000 kB\nVmRSS:\t    1000 kB\nRssAnon:\t  600 kB\nRssFile:\t 300 kB\nRssShmem:\t100 kB\nVmPTE:\t 7 kB\nVmSwap:\t 9 kB\nThreads:\t12\n");
        using ProcessMetrics metrics = new(4711, s_all, tree.Root);
        double[] values = new double[MetricCatalog.Count];
        Assert.True(metrics.Sample(values));
        Assert.Equal(
            [1000 * 1024.0, 600 * 1024.0, 300 * 1024.0, 100 * 1024.0, 9 * 1024.0, 7 * 1024.0, 3000 * 1024.0, 12],
            values[..(MetricCatalog.Threads.Place + 1)]);
        Assert.Equal(double.NaN, values[MetricCatalog.PssBytes.Place]);
    }

    [Fact]
    public void Another_process_of_the_same_number_is_not_taken_for_it()
    {
        using ProcTree tree = new();
        string folder = tree.Add(new FakeProcess(4711));
        using ProcessMetrics metrics = new(4711, s_all, tree.Root);
        double[] values = new double[MetricCatalog.Count];
        Assert.True(metrics.Sample(values));
        string stat = Path.Combine(folder, "stat");
        string[] fields = File.ReadAllText(stat).TrimEnd('\n').Split(' ');
        fields[21] = (long.Parse(fields[21], CultureInfo.InvariantCulture) + 1).ToString(CultureInfo.InvariantCulture);
        File.WriteAllText(stat, string.Join(' ', fields));
        Assert.False(metrics.Sample(values));
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void The_metrics_of_a_running_process_are_those_of_the_kernel()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using ProcessMetrics metrics = new(sample.Pid, s_all);
        double[] values = new double[MetricCatalog.Count];
        Assert.True(metrics.Sample(values));
        Assert.Equal(double.NaN, values[MetricCatalog.CpuPercent.Place]);
        Assert.True(metrics.Sample(values));

        // The runtime still closes what it needed to start, and each thread that waits in accept has a number reserved.
        int descriptors = Directory.GetFileSystemEntries($"/proc/{sample.Pid}/fd").Length;
        Assert.InRange(values[MetricCatalog.Fds.Place], descriptors - 5, descriptors + 20);
        Assert.InRange(values[MetricCatalog.RssBytes.Place], 1 << 20, 1L << 32);
        Assert.InRange(values[MetricCatalog.PssBytes.Place], 1 << 20, values[MetricCatalog.RssBytes.Place] + (8 << 20));
        Assert.InRange(values[MetricCatalog.CpuPercent.Place], 0, 100 * Environment.ProcessorCount * 1.5);
        Assert.InRange(values[MetricCatalog.CpuNs.Place], 1, 1e12);
        Assert.InRange(values[MetricCatalog.Threads.Place], 2, 100);
        Assert.InRange(values[MetricCatalog.Vmas.Place], 50, 60_000);
        Assert.InRange(values[MetricCatalog.MinorFaults.Place], 100, 1e9);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void A_sample_allocates_nothing()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using ProcessMetrics metrics = new(sample.Pid, s_all);
        double[] values = new double[MetricCatalog.Count];
        for (int i = 0; i < 50; i++)
            metrics.Sample(values);
        Assert.Equal(0, Allocated.Least(() =>
        {
            for (int i = 0; i < 50; i++)
                metrics.Sample(values);
        }));
    }

    [Fact]
    public void A_process_that_has_ended_gives_no_sample()
    {
        SampleProcess sample = SampleProcess.Start("Idle");
        using ProcessMetrics metrics = new(sample.Pid, s_all);
        sample.Dispose();
        Assert.False(metrics.Sample(new double[MetricCatalog.Count]));
        Assert.Throws<FathomException>(() => new ProcessMetrics(sample.Pid, s_all));
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("workstation")]
    [InlineData("server, segments")]
    public void The_managed_heap_is_as_large_as_ClrMD_says_of_the_stopped_process(string mode)
    {
        using SampleProcess sample = HeapMixProcess.Start(mode);
        double[] values = new double[MetricCatalog.Count];
        using (ManagedMetrics metrics = new(sample.Pid))
            Assert.True(metrics.Sample(values, TestContext.Current.CancellationToken));
        using DataTarget target = DataTarget.AttachToProcess(sample.Pid, suspend: true);
        using ClrRuntime runtime = target.ClrVersions[0].CreateRuntime();
        ClrSegment[] segments = [.. runtime.Heap.Segments];

        // The sample's heartbeat takes a new allocation context of 8 KiB now and then.
        const double most = 1 << 20;
        double allocated = segments.Sum(segment => (double)(segment.End - segment.Start)), committed = segments.Sum(segment => (double)segment.CommittedMemory.Length);
        Assert.InRange(values[MetricCatalog.ManagedBytes.Place], allocated - most, allocated);
        Assert.InRange(values[MetricCatalog.ManagedCommittedBytes.Place], committed - most, committed);
        Assert.Equal(
            segments.Where(segment => segment.Kind == GCSegmentKind.Large).Sum(segment => (double)(segment.End - segment.Start)),
            values[MetricCatalog.LohBytes.Place]);
    }
}
