using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Metrics;
using Fathom.Sources.Targets.Live;
using Fathom.Sources.Targets.Reading;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Metrics;

/// <summary>The collector's own figures, read from memory, beside what the runtime says of itself and what ClrMD reads.</summary>
public sealed class GcMemoryTests
{
    private readonly double[] _values = new double[MetricCatalog.Count];
    private readonly double[] _collections = new double[GcMemory.CountedGenerations];

    [Fact]
    public void Collections_are_those_that_the_runtime_counts()
    {
        using GcMemory memory = GcMemory.Open(Environment.ProcessId);
        for (int generation = 0; generation < GcMemory.CountedGenerations; generation++)
        {
            GC.Collect(generation);
            int[] before = Counts();
            Sample(memory);
            int[] after = Counts();
            for (int i = 0; i < before.Length; i++)
                Assert.InRange(_collections[i], before[i], after[i]);
        }
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Sizes_of_an_idle_program_are_those_that_ClrMD_reads()
    {
        using SampleProcess sample = SampleProcess.Start("HeapMix", "10000");
        using GcMemory memory = GcMemory.Open(sample.Pid);
        using ManagedMetrics truth = new(sample.Pid);
        double[] expected = new double[MetricCatalog.Count];
        // What the program still does at its start moves the end of its youngest generation.
        for (int tries = 0; tries < 100; tries++)
        {
            Sample(memory);
            Assert.True(truth.Sample(expected, TestContext.Current.CancellationToken));
            if (_values[MetricCatalog.ManagedBytes.Place] == expected[MetricCatalog.ManagedBytes.Place])
                break;
        }

        Assert.Equal(expected[MetricCatalog.ManagedBytes.Place], _values[MetricCatalog.ManagedBytes.Place]);
        Assert.InRange(_values[MetricCatalog.ManagedCommittedBytes.Place], _values[MetricCatalog.ManagedBytes.Place], double.MaxValue);
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("0")]
    [InlineData("1")]
    public void A_server_heap_is_read_too(string server)
    {
        System.Diagnostics.ProcessStartInfo start = new(Path.Combine(Repository.SampleFolder("HeapMix"), "HeapMix"), ["10000"]);
        start.Environment["DOTNET_gcServer"] = server;
        using SampleProcess sample = SampleProcess.Start(start);
        using GcMemory memory = GcMemory.Open(sample.Pid);

        Sample(memory);

        Assert.True(memory.HasCollections);
        Assert.InRange(_values[MetricCatalog.ManagedBytes.Place], 100_000, 1e9);
        Assert.Equal(_collections.OrderDescending(), _collections);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Generations_have_no_size_before_a_collection_came()
    {
        using SampleProcess sample = SampleProcess.Start("Growth", "steady");
        using GcMemory memory = GcMemory.Open(sample.Pid);
        Array.Fill(_values, double.NaN);

        Sample(memory);

        Assert.Equal([0, 0, 0], _collections);
        Assert.True(double.IsFinite(_values[MetricCatalog.ManagedBytes.Place]));
        Assert.All(_values[MetricCatalog.Gen0Bytes.Place..(MetricCatalog.PohBytes.Place + 1)], static size => Assert.Equal(double.NaN, size));
    }

    [Fact]
    public void A_heap_that_is_not_made_yet_is_none_and_no_heap_of_another_form()
    {
        using LiveMemory live = new(Environment.ProcessId);
        GcVariables variables = GcVariables.Find(Environment.ProcessId, live);
        using GcMemory before = new(new ZeroMemory(), variables, null), after = new(live, variables, null);

        Assert.Equal((false, false), (before.HasCollections, before.HasHeap()));
        Assert.True(after.HasCollections);
        Assert.True(SpinWait.SpinUntil(after.HasHeap, TimeSpan.FromMinutes(1)));
    }

    [Fact]
    public void A_process_without_NET_is_said_to_have_none()
    {
        using System.Diagnostics.Process sleep = System.Diagnostics.Process.Start("sleep", "60");
        try
        {
            FathomException error = Assert.Throws<FathomException>(() => GcMemory.Open(sleep.Id));
            Assert.Contains("is not a .NET process", error.Message, StringComparison.Ordinal);
        }
        finally
        {
            sleep.Kill();
        }
    }

    [Fact]
    public void Damaged_records_give_no_figures_and_no_crash()
    {
        using LiveMemory live = new(Environment.ProcessId);
        GcVariables variables = GcVariables.Find(Environment.ProcessId, live);
        Random random = new(7);
        int refused = 0;
        for (int i = 0; i < 300; i++)
        {
            DamagedMemory damaged = new(live, random);
            using GcMemory memory = new(damaged, variables, null);
            refused += memory.Sample(_values, _collections) ? 0 : 1;
            _ = GcVariables.Find(damaged, 0x1000);
        }

        Assert.InRange(refused, 1, 300);
    }

    private static int[] Counts() => [GC.CollectionCount(0), GC.CollectionCount(1), GC.CollectionCount(2)];

    // A collection may be under way at any moment.
    private void Sample(GcMemory memory)
    {
        for (int tries = 0; tries < 1000; tries++)
        {
            if (memory.Sample(_values, _collections))
                return;
            Thread.Sleep(1);
        }

        Assert.Fail("No sample in a thousand tries.");
    }

    private sealed class ZeroMemory : ITargetMemory
    {
        public int Read(ulong address, Span<byte> buffer)
        {
            buffer.Clear();
            return buffer.Length;
        }

        public ulong NextReadable(ulong address, ulong limit) => address;
    }

    // One read of eight has some of its bits turned.
    private sealed class DamagedMemory(ITargetMemory memory, Random random) : ITargetMemory
    {
        public int Read(ulong address, Span<byte> buffer)
        {
            int read = memory.Read(address, buffer);
            if (read > 0 && random.Next(8) == 0)
                buffer[random.Next(read)] ^= (byte)random.Next(1, 256);
            return random.Next(100) == 0 ? read / 2 : read;
        }

        public ulong NextReadable(ulong address, ulong limit) => memory.NextReadable(address, limit);
    }
}
