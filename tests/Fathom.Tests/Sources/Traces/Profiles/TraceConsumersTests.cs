using Fathom.Formats.NetTrace;
using Fathom.Model;
using Fathom.Model.Profiles;
using Fathom.Serializers.Profiles;
using Fathom.Sources.Events.Sessions;
using Fathom.Sources.Traces.Profiles;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Profiles;

/// <summary>What is put down of traces that make no sense: it can be split, and the parts are still the whole.</summary>
public sealed class TraceConsumersTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 12)];

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Payloads_that_make_no_sense_are_split_into_parts_that_add_up(int seed)
    {
        Random random = new(seed);
        NetTraceBytes stream = new();
        (string Provider, int Id)[] kinds =
        [
            .. ((int[])[3, 7, 8, 9, 143, 145]).Select(static id => (Runtime, id)), ("Microsoft-Windows-DotNETRuntimeRundown", 144), ("Microsoft-DotNETCore-SampleProfiler", 0),
        ];
        for (int kind = 1; kind <= kinds.Length; kind++)
            stream.Kind(kind, kinds[kind - 1].Provider, kinds[kind - 1].Id, "", []);
        stream.Stacks(1, [.. Enumerable.Range(0, 20).Select(_ => Enumerable.Range(0, random.Next(8)).Select(_ => (ulong)random.Next(0, 3000)).ToArray())]);
        for (int i = 0; i < 40; i++)
        {
            stream.Events([.. Enumerable.Range(0, 20).Select(_ => NetTraceBytes.Event(
                random.Next(kinds.Length) + 1, 0, 7, random.Next(21), random.Next(1, 50), Payload(random)))]);
        }

        (RuntimeTrace trace, NetTraceTotals totals) = Read(stream.End());

        Assert.Equal((NetTraceEnd.Complete, 800L), (totals.End, totals.Events));
        Assert.True(trace.Samples.Count > 0);
        AssertAddsUp(trace);
    }

    [Fact]
    [Trait("Category", "Slow")]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Flipped_bits_and_missing_ends_of_a_real_trace_are_split_into_parts_that_add_up()
    {
        byte[] content = NetTraceFiles.Read("only_managed_samples.nettrace");
        int whole = Read(content).Trace.Samples.Count;
        Assert.True(whole > 100, $"{whole} samples");
        Random random = new(23);
        for (int round = 0; round < 60; round++)
        {
            byte[] damaged = round % 2 == 0 ? [.. content] : content[..random.Next(content.Length)];
            for (int flips = random.Next(200); flips > 0; flips--)
                damaged[random.Next(damaged.Length)] ^= (byte)(1 << random.Next(8));
            try
            {
                AssertAddsUp(Read(damaged).Trace);
            }
            catch (FathomException refused)
            {
                Assert.NotNull(refused.NextStep);
            }
        }
    }

    // Small numbers, so that methods begin and end, and names lie where stacks are.
    private static byte[] Payload(Random random)
    {
        byte[] bytes = new byte[random.Next(90)];
        for (int i = 0; i < bytes.Length; i++)
            bytes[i] = (byte)(random.Next(3) == 0 ? random.Next(4) : random.Next(40) == 0 ? random.Next(256) : 0);
        return bytes;
    }

    private static (RuntimeTrace Trace, NetTraceTotals Totals) Read(byte[] content)
    {
        RuntimeTrace trace = new();
        TraceConsumers to = new(trace);
        using MemoryStream stream = new(content);
        NetTraceTotals totals = new NetTraceReader(stream, "test").Read(
            new EventDispatch([to.Compilations(), to.Pauses(), to.Samples(), to.Names()]), CancellationToken.None);
        return (trace, totals);
    }

    private static void AssertAddsUp(RuntimeTrace trace)
    {
        long[] moments = [.. Enumerable.Range(0, trace.Samples.Count).Select(trace.Samples.NsOf), .. trace.Suspensions.Select(static one => one.Time.EndNs), 0];
        TimeSlice window = new(moments.Min() - 10, Math.Max(moments.Min(), moments.Max()) + 10);
        long[] threads = [.. Enumerable.Range(0, trace.Samples.Count).Select(trace.Samples.ThreadOf).Distinct().Take(3), 7];
        foreach (long thread in threads)
        {
            OperationSplit split = OperationSplit.Of(trace, thread, window);

            Assert.Equal(window.DurationNs, split.Parts.Sum(static part => part.DurationNs));
            Assert.All(split.Parts, part => Assert.InRange(part.DurationNs, 0, window.DurationNs));
        }
    }
}
