using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Sources.Metrics;

/// <summary>What the control group of a process is charged for, by trees of files as kernels of both versions make them.</summary>
public sealed class CgroupUseTests : IDisposable
{
    private readonly TestFolder _folder = new();
    private readonly ProcTree _tree = new();

    public void Dispose()
    {
        _tree.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Version_1_names_the_cache_of_the_whole_group()
    {
        Write("memory/docker/1/memory.usage_in_bytes", "1048576\n");
        Write("memory/docker/1/memory.stat", "cache 1\nrss 2\ntotal_cache 262144\ntotal_rss 524288\n");

        Assert.Equal((1048576, 262144), Sample("5:memory:/docker/1\n0::/init.scope\n"));
    }

    [Fact]
    public void Version_2_names_it_file()
    {
        Write("app.service/memory.current", "1048576\n");
        Write("app.service/memory.stat", "anon 524288\nfile 262144\nfile_mapped 7\n");

        Assert.Equal((1048576, 262144), Sample("0::/app.service\n"));
    }

    [Fact]
    public void The_root_group_of_version_2_has_no_size_of_its_own()
    {
        Write("memory.stat", "anon 524288\nfile 262144\n");

        Assert.Equal((double.NaN, 262144), Sample("0::/\n"));
    }

    [Fact]
    public void Without_a_memory_controller_there_is_nothing() => Assert.Equal((double.NaN, double.NaN), Sample("3:cpu:/\n"));

    [Fact]
    public void A_sample_allocates_nothing()
    {
        Write("app.service/memory.current", "1048576\n");
        Write("app.service/memory.stat", "anon 524288\nfile 262144\n");
        using ProcessMetrics metrics = Metrics("0::/app.service\n");
        double[] values = new double[MetricCatalog.Count];
        for (int i = 0; i < 50; i++)
            metrics.Sample(values);
        Assert.Equal(0, Allocated.Least(() =>
        {
            for (int i = 0; i < 50; i++)
                metrics.Sample(values);
        }));
    }

    private (double Bytes, double CacheBytes) Sample(string groups)
    {
        using ProcessMetrics metrics = Metrics(groups);
        double[] values = new double[MetricCatalog.Count];
        Assert.True(metrics.Sample(values));
        return (values[MetricCatalog.CgroupBytes.Place], values[MetricCatalog.CgroupCacheBytes.Place]);
    }

    private ProcessMetrics Metrics(string groups)
    {
        File.WriteAllText(Path.Combine(_tree.Add(new FakeProcess(4711)), "cgroup"), groups);
        return new ProcessMetrics(4711, [MetricCatalog.CgroupBytes, MetricCatalog.CgroupCacheBytes], _tree.Root, _folder.Path);
    }

    private void Write(string name, string text)
    {
        string path = _folder.File(name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }
}
