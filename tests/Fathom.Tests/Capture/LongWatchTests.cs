using Fathom.Capture.Watching;
using Fathom.Cli.Commands.Watch;
using Fathom.Model.Conditions;
using Fathom.Model.Metrics;
using Fathom.Query.Trends;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture;

/// <summary>50,000 samples are six days at ten seconds: memory must not grow with them. What is not allocated cannot be kept.</summary>
public sealed class LongWatchTests : IDisposable
{
    private const int Samples = 50_000;
    private const int WarmUp = 5_000;

    private readonly TestFolder _folder = new();
    private readonly string[] _names = [.. MetricCatalog.Names];

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Series_and_limits_allocate_next_to_nothing_for_each_of_fifty_thousand_samples()
    {
        TrendBook book = new();
        GrowthLimits limits = new([Condition.Parse("--fail-if", "growth.rss_bytes=1000000GiB..")], MetricCatalog.Columns);
        WatchTrends trends = new(book, _names, limits, static (_, _) => Assert.Fail("nothing breaks"));
        MemoryProbe probe = new(WarmUp);

        Run(trends, probe);

        Assert.InRange(probe.BytesPerSample, 0, 256);
        Assert.Equal(Samples, Assert.Single(book.Processes).Find("rss_bytes")!.Series.Samples);
    }

    [Fact]
    [Trait("Category", "Long")]
    public void A_recording_of_fifty_thousand_samples_is_committed_on_the_way()
    {
        string path = _folder.File("long.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom watch MyApp") { BufferBytes = 4 << 20 });
        WatchRecorder recorder = new(writer, _names, static _ => { });
        MemoryProbe probe = new(WarmUp);

        Run(recorder, probe);
        recorder.Close();

        using RecordingReader reader = RecordingReader.Open(path);
        Assert.InRange(probe.BytesPerSample, 0, 512);
        Assert.Equal((long)Samples * _names.Length, reader.Manifest.Parts.Where(static part => part.Table == "memory_sample").Sum(static part => part.Rows));
        Assert.InRange(reader.Manifest.Parts.Count(static part => part.Table == "memory_sample"), 100, 2_000);
    }

    private static void Run(IWatchObserver observer, MemoryProbe probe) => Assert.Equal(
        WatchEnd.Complete,
        new WatchLoop(static _ => new WavingSampler(), MetricCatalog.Columns.Count, static (_, _) => null, [observer, probe], new JumpingClock())
            .Run([new WatchTarget("4711", WatchedFacts.Of(4711, "MyApp"), null)], new WatchSchedule(10_000_000_000) { Count = Samples }, CancellationToken.None));

    private sealed class WavingSampler : IMetricSampler
    {
        private int _samples;

        public bool Sample(Span<double> values)
        {
            for (int i = 0; i < values.Length; i++)
                values[i] = 1e8 + (1e7 * ((_samples + i) % 37));
            _samples++;
            return true;
        }

        public string WhyEnded() => "not known why";

        public void Dispose()
        {
            // Nothing is held.
        }
    }

    // What the thread of the watch allocates after the warm-up.
    private sealed class MemoryProbe(int warmUp) : IWatchObserver
    {
        private int _rounds;
        private long _first;

        public double BytesPerSample => (double)(GC.GetAllocatedBytesForCurrentThread() - _first) / (_rounds - warmUp);

        public void Began(WatchedProcess process)
        {
            // Only rounds are looked at.
        }

        public void Sampled(WatchedProcess process, long tsNs, ReadOnlySpan<double> values)
        {
            // Only rounds are looked at.
        }

        public void Counted(WatchedProcess process, long tsNs, IReadOnlyList<TypeCount> types)
        {
            // Only rounds are looked at.
        }

        public void Ended(WatchedProcess process, long tsNs, string why)
        {
            // Only rounds are looked at.
        }

        public void RoundEnded(long tsNs)
        {
            if (++_rounds == warmUp)
                _first = GC.GetAllocatedBytesForCurrentThread();
        }
    }
}
