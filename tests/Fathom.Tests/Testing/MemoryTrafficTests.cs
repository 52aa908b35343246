extern alias testing;

using Fathom.TestSupport;
using Xunit;
using testing::Fathom.Testing;

namespace Fathom.Tests.Testing;

[Collection(nameof(OwnMemory))]
public sealed class MemoryTrafficTests
{
    // A sample that the runtime hands over in the moment of a reading.
    private const long SampleBytes = 2_200;
    // The test framework's own threads write a message now and then.
    private const long OthersBytes = 256 * 1024;

    [Fact]
    public void A_small_block_is_counted_to_the_byte_but_for_what_the_framework_does()
    {
        byte[]? kept = null;
        MemoryTrafficResult result = MemoryTraffic.Measure(() => kept = new byte[1_000_000]);

        Assert.InRange(result.AllocatedBytes, 1_000_024, 1_000_024 + OthersBytes);
        Assert.InRange(result.LargeObjectBytes, 1_000_000, 1_000_200);
        Assert.Equal((1_000_000, false), (kept!.Length, result.IsSamplingShort));
    }

    [Fact]
    public void Threads_are_counted_together_and_types_within_their_error()
    {
        MemoryTrafficResult result = MemoryTraffic.Measure(() => AllocateOnThreads(4, 500_000));

        // 4 threads x 500,000 x (24 + 64) bytes.
        Assert.InRange(result.AllocatedBytes, 176_000_000, 176_000_000 + OthersBytes);
        TypeTraffic small = Assert.Single(result.Types, type => type.Type == typeof(Small).FullName);
        TypeTraffic wide = Assert.Single(result.Types, type => type.Type == typeof(Wide).FullName);
        // Three times the stated error.
        Assert.InRange(48_000_000, small.EstimatedBytes - 3 * small.ErrorBytes, small.EstimatedBytes + 3 * small.ErrorBytes);
        Assert.InRange(128_000_000, wide.EstimatedBytes - 3 * wide.ErrorBytes, wide.EstimatedBytes + 3 * wide.ErrorBytes);
        Assert.InRange(small.ErrorBytes, 1_000_000, 10_000_000);
        Assert.Equal(wide, result.Types[0]);
        Assert.False(result.IsSamplingShort);
    }

    [Fact]
    public async Task An_async_block_is_counted_on_whatever_threads_it_continues()
    {
        long onThread = 0;
        MemoryTrafficResult result = await MemoryTraffic.Measure(async () =>
        {
            long before = GC.GetAllocatedBytesForCurrentThread();
            Task all = Task.WhenAll(Enumerable.Range(0, 4).Select(_ => Task.Run(() => Allocate(100_000))));
            onThread = GC.GetAllocatedBytesForCurrentThread() - before;
            await all;
        });

        Assert.InRange(result.AllocatedBytes, 35_200_000, 35_200_000 + OthersBytes);
        Assert.InRange(onThread, 0, 100_000);
    }

    [Fact]
    public void Collections_pauses_and_the_peak_are_told()
    {
        MemoryTrafficResult result = MemoryTraffic.Measure(() =>
        {
            byte[] large = new byte[50_000_000];
            GC.Collect(0);
            GC.Collect(1);
            GC.Collect();
            GC.KeepAlive(large);
        });

        // The runtime may make an older generation of a wish for a young one.
        Assert.True(result.Gen0Collections + result.Gen1Collections + result.Gen2Collections >= 3 && result.Gen2Collections >= 1, result.ToString());
        Assert.False(result.IsSamplingShort);
        Assert.InRange(result.Pause, TimeSpan.FromTicks(1), result.Elapsed);
        Assert.InRange(result.PeakHeapBytes, 50_000_000, 5_000_000_000);
    }

    [Fact]
    public void A_broken_limit_names_the_top_types()
    {
        MemoryTrafficResult result = MemoryTraffic.Measure(() => AllocateOnThreads(1, 500_000));

        result.AtMost(100_000_000);
        MemoryLimitException broken = Assert.Throws<MemoryLimitException>(() => result.AtMost(1_000_000));
        Assert.StartsWith("44.", broken.Message, StringComparison.Ordinal);
        Assert.Contains("MB were allocated, the limit is 1.0 MB.", broken.Message, StringComparison.Ordinal);
        Assert.Contains(typeof(Wide).FullName!, broken.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_measurement_within_another_is_refused_and_others_wait()
    {
        Assert.Throws<InvalidOperationException>(() => MemoryTraffic.Measure(() => MemoryTraffic.Measure(() => { })));
        MemoryTrafficResult[] both = await Task.WhenAll(
            Task.Run(() => MemoryTraffic.Measure(() => Allocate(1_000))), Task.Run(() => MemoryTraffic.Measure(() => Allocate(1_000))));
        Assert.All(both, result => Assert.InRange(result.AllocatedBytes, 88_000 - SampleBytes, 88_000 + OthersBytes));
    }

    [Fact]
    public void What_the_block_throws_is_thrown_on_and_the_next_measurement_works()
    {
        Assert.Throws<TimeZoneNotFoundException>(() => MemoryTraffic.Measure((Action)(() => throw new TimeZoneNotFoundException())));
        Assert.InRange(MemoryTraffic.Measure(() => Allocate(100)).AllocatedBytes, 8_800 - SampleBytes, 8_800 + OthersBytes);
    }

    [Fact]
    public void Two_results_compare_as_a_table() =>
        Snapshot.Match(
            Result(7_000_000_000, 12, new("System.String", 5_000_000_000, 40_000_000, 50_000), new("System.String[]", 2_000_000_000, 30_000_000, 20_000))
                .Compare("strings", Result(208_000_000, 0, new("System.Byte[]", 200_000_000, 9_000_000, 2_000), new("System.String", 1_000_000, 600_000, 9)), "spans"),
            "traffic-comparison.txt");

    [Fact]
    public void The_async_traffic_of_two_ways_to_read_a_log_is_right()
    {
        using SampleProcess sample = SampleProcess.Start("TabLog", "--ready", "15");
        long strings = sample.Facts.GetProperty("strings").GetProperty("AllocatedBytes").GetInt64();
        long spans = sample.Facts.GetProperty("spans").GetProperty("AllocatedBytes").GetInt64();

        // The runtime's own count of the same work without any measuring.
        Assert.InRange(strings / (double)sample.Facts.GetProperty("strings_again").GetInt64(), 0.99, 1.01);
        Assert.InRange(spans, 0, sample.Facts.GetProperty("spans_again").GetInt64() + 1_000_000);
        // Each cell is a string of its own, each time; arrays and the whole text come on top.
        Assert.InRange(strings, sample.Facts.GetProperty("cell_bytes").GetInt64(), long.MaxValue);
        Assert.InRange(strings / Math.Max(1, spans), 100, long.MaxValue);
        // What a counter of the calling thread sees of gigabytes.
        Assert.InRange(sample.Facts.GetProperty("strings_on_thread").GetInt64(), 0, 100_000);
        string first = sample.Facts.GetProperty("strings").GetProperty("Types")[0].GetProperty("Type").GetString()!;
        Assert.Equal("System.String", first);
        Assert.Contains("allocated, all threads", sample.Facts.GetProperty("table").GetString(), StringComparison.Ordinal);
    }

    private static MemoryTrafficResult Result(long bytes, int collections, params TypeTraffic[] types) => new()
    {
        AllocatedBytes = bytes,
        Types = types,
        LargeObjectBytes = bytes / 10,
        LargeObjectErrorBytes = bytes / 1000,
        Gen0Collections = collections,
        Gen1Collections = collections / 2,
        Gen2Collections = collections / 4,
        Pause = TimeSpan.FromMilliseconds(collections * 1.5),
        PeakHeapBytes = bytes / 20,
        Elapsed = TimeSpan.FromMilliseconds(bytes / 1e6),
        IsSamplingShort = false,
    };

    private static void AllocateOnThreads(int threads, int count)
    {
        Thread[] all = [.. Enumerable.Range(0, threads).Select(_ => new Thread(() => Allocate(count)))];
        foreach (Thread thread in all)
            thread.Start();
        foreach (Thread thread in all)
            thread.Join();
    }

    private static void Allocate(int count)
    {
        for (int i = 0; i < count; i++)
        {
            GC.KeepAlive(new Small());
            GC.KeepAlive(new Wide());
        }
    }
}
