using Fathom.Capture.Watching;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;
using Xunit;

namespace Fathom.Tests.Capture;

/// <summary>What is read less often than samples are taken is said: of a large process each time, of many processes once.</summary>
public sealed class WatchShareTests
{
    private readonly List<string> _said = [];

    [Fact]
    public void Of_a_large_process_it_is_said_which_one_it_is()
    {
        WatchShare share = new(_said.Add);
        share.TellPaced(new PacedMetric(MetricCatalog.PssBytes, TimeSpan.FromMilliseconds(50), TimeSpan.FromSeconds(50)), 4711);
        share.TellPaced(new PacedMetric(MetricCatalog.PssBytes, TimeSpan.FromMilliseconds(20), TimeSpan.FromSeconds(20)), 4712);

        Assert.Equal(
            [
                "reading pss_bytes of process 4711 takes 50 ms, so it is read every 50 s at most; samples in between have no value of it",
                "reading pss_bytes of process 4712 takes 20 ms, so it is read every 20 s at most; samples in between have no value of it",
            ],
            _said);
    }

    [Fact]
    public void Of_many_processes_it_is_said_once_for_each_metric()
    {
        WatchShare share = new(_said.Add);
        foreach (int pid in Enumerable.Range(4711, 20))
        {
            share.TellPaced(new PacedMetric(MetricCatalog.PssBytes, TimeSpan.FromMilliseconds(0.4), TimeSpan.FromSeconds(3.2), Others: 19), pid);
            share.TellPaced(new PacedMetric(MetricCatalog.Vmas, TimeSpan.FromMilliseconds(0.2), TimeSpan.FromSeconds(1.6), Others: 19), pid);
        }

        Assert.Equal(
            [
                "20 processes are watched, so pss_bytes of each is read about every 4 s, which takes 0.25 % of a processor for all; samples in between have no value of it",
                "20 processes are watched, so vmas of each is read about every 2 s, which takes 0.25 % of a processor for all; samples in between have no value of it",
            ],
            _said);
    }
}
