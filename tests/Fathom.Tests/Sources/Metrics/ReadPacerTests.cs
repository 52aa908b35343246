using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;
using Fathom.Tests.Sources.Machine.Processes;
using Xunit;

namespace Fathom.Tests.Sources.Metrics;

/// <summary>What costs much is read less often, and has no value in between.</summary>
public sealed class ReadPacerTests
{
    private readonly CostlyTime _clock = new();

    [Fact]
    public void What_is_cheap_is_read_each_time()
    {
        ReadPacer pacer = new(_clock);
        for (int i = 0; i < 10; i++)
            Assert.True(Read(pacer, milliseconds: 9));
        Assert.Equal(TimeSpan.Zero, pacer.Pause);
    }

    [Fact]
    public void What_is_not_takes_a_thousandth_of_the_time()
    {
        ReadPacer pacer = new(_clock);
        int reads = 0;
        for (int second = 0; second < 10_000; second++)
        {
            reads += Read(pacer, milliseconds: 50) ? 1 : 0;
            _clock.Advance(TimeSpan.FromSeconds(1));
        }

        Assert.InRange(reads, 195, 201);
        Assert.Equal((TimeSpan.FromMilliseconds(50), TimeSpan.FromSeconds(50)), (pacer.Cost, pacer.Pause));
    }

    [Fact]
    public void One_read_that_waited_for_a_processor_changes_nothing()
    {
        ReadPacer pacer = new(_clock);
        Assert.True(Read(pacer, milliseconds: 2));
        Assert.True(Read(pacer, milliseconds: 400));
        Assert.True(Read(pacer, milliseconds: 2));
        Assert.Equal(TimeSpan.Zero, pacer.Pause);
    }

    [Fact]
    public void A_process_that_shrank_is_read_each_time_again()
    {
        ReadPacer pacer = new(_clock);
        Assert.True(Read(pacer, milliseconds: 100));
        Assert.False(Read(pacer, milliseconds: 1));
        _clock.Advance(TimeSpan.FromSeconds(100));
        Assert.True(Read(pacer, milliseconds: 1));
        Assert.True(Read(pacer, milliseconds: 1));
    }

    [Fact]
    public void Without_a_clock_everything_is_read()
    {
        ReadPacer pacer = new(null);
        for (int i = 0; i < 3; i++)
            Assert.True(Read(pacer, milliseconds: 1000));
    }

    [Theory]
    [InlineData(1, 9, 0)]
    [InlineData(2, 9, 7200)]
    [InlineData(20, 1, 8000)]
    [InlineData(20, 9, 72_000)]
    [InlineData(1, 50, 50_000)]
    [InlineData(2, 50, 50_000)]
    [InlineData(3, 50, 60_000)]
    public void All_reads_of_one_file_take_a_quarter_of_a_percent_of_a_processor_however_many_processes_there_are(int processes, int milliseconds, int pause)
    {
        ReadShare share = new(_clock) { Processes = processes };
        ReadPacer pacer = new(_clock, share);
        Assert.True(Read(pacer, milliseconds));
        Assert.Equal(pause == 0, Read(pacer, milliseconds));

        Assert.Equal(TimeSpan.FromMilliseconds(pause), pacer.Pause);
        Assert.Equal(pause > 0, pacer.LeavesOut);
        Assert.True(pause == 0 || pacer.Pause >= pacer.Cost * processes * ReadShare.Part || pacer.Others == 0);
    }

    [Fact]
    public void A_watch_counts_the_processes_that_it_has_now()
    {
        using ProcTree tree = new();
        foreach (int pid in (int[])[4711, 4712])
            File.WriteAllText(Path.Combine(tree.Add(new FakeProcess(pid)), "maps"), "00400000-00401000 r--p 00000000 00:00 0\n");
        ReadShare share = new(_clock);
        _clock.Step = TimeSpan.FromMilliseconds(1);
        double[] values = new double[MetricCatalog.Count];
        using ProcessMetrics first = new(4711, [MetricCatalog.Vmas], tree.Root, pacedBy: share);
        using (ProcessMetrics second = new(4712, [MetricCatalog.Vmas], tree.Root, pacedBy: share))
        {
            Assert.Equal(2, share.Processes);
            Assert.True(first.Sample(values));
            Assert.Equal(1.0, values[MetricCatalog.Vmas.Place]);
            Assert.True(first.Sample(values));
            Assert.Equal(double.NaN, values[MetricCatalog.Vmas.Place]);
            Assert.Equal(new PacedMetric(MetricCatalog.Vmas, TimeSpan.FromMilliseconds(1), TimeSpan.FromMilliseconds(800), Others: 1), Assert.Single(first.Paced));
        }

        Assert.Equal(1, share.Processes);
        Assert.True(first.Sample(values));
        Assert.Equal(1.0, values[MetricCatalog.Vmas.Place]);
    }

    [Fact]
    public void A_sample_has_no_value_of_what_was_not_read_and_says_so()
    {
        using ProcTree tree = new();
        string folder = tree.Add(new FakeProcess(4711));
        File.WriteAllText(Path.Combine(folder, "smaps_rollup"), "00400000-7fff0000 ---p 00000000 00:00 0    [rollup]\nRss:  100 kB\nPss:  60 kB\n");
        using ProcessMetrics metrics = new(4711, [MetricCatalog.PssBytes, MetricCatalog.RssBytes], tree.Root, pacedBy: new ReadShare(_clock));
        double[] values = new double[MetricCatalog.Count];

        // Each look at this clock takes 30 ms, so a read does too.
        _clock.Step = TimeSpan.FromMilliseconds(30);
        Assert.True(metrics.Sample(values));
        Assert.Equal(60 * 1024.0, values[MetricCatalog.PssBytes.Place]);
        Assert.True(metrics.Sample(values));
        Assert.Equal(double.NaN, values[MetricCatalog.PssBytes.Place]);
        Assert.True(metrics.IsPaced);
        Assert.Equal(new PacedMetric(MetricCatalog.PssBytes, TimeSpan.FromMilliseconds(30), TimeSpan.FromSeconds(30)), Assert.Single(metrics.Paced));
        _clock.Advance(TimeSpan.FromSeconds(30));
        Assert.True(metrics.Sample(values));
        Assert.Equal(60 * 1024.0, values[MetricCatalog.PssBytes.Place]);
    }

    private bool Read(ReadPacer pacer, int milliseconds)
    {
        if (!pacer.Begin())
            return false;
        _clock.Advance(TimeSpan.FromMilliseconds(milliseconds));
        pacer.End();
        return true;
    }

    // A clock that moves when it is told, and by a step each time that it is looked at.
    private sealed class CostlyTime : TimeProvider
    {
        private TimeSpan _passed;

        public TimeSpan Step { get; set; }

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => (_passed += Step).Ticks;

        public void Advance(TimeSpan by) => _passed += by;
    }
}
