using Fathom.Model.Recording;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>Streams that are well formed and make no sense: what cannot be right is counted as lost and no figure is made of it.</summary>
public sealed class HostileEventsTests
{
    private const string Sampler = "Microsoft-DotNETCore-SampleProfiler";
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const int Managed = 2;

    [Fact]
    public void A_sample_of_no_thread_is_counted_and_not_shown_as_none()
    {
        CollectingSink sink = Extract(new NetTraceBytes(startTicks: 0).Kind(1, Sampler, 0, "", []).Events(Sample(thread: 0, ticks: 5), Sample(thread: 7, ticks: 5)));

        Assert.Single(sink.Rows<CpuSampleRow>());
        Assert.Equal(1, Lost(sink, "samples of an unknown thread"));
    }

    [Fact]
    public void A_gap_between_two_samples_of_a_thread_that_no_sampler_makes_is_no_processor_time()
    {
        CollectingSink sink = Extract(new NetTraceBytes(startTicks: 0).Kind(1, Sampler, 0, "", []).Events(
            Sample(thread: 7, ticks: 5), Sample(thread: 7, ticks: 1_000), Sample(thread: 7, ticks: int.MaxValue), Sample(thread: 7, ticks: int.MaxValue), Sample(thread: 7, ticks: int.MaxValue),
            Sample(thread: 7, ticks: int.MaxValue), Sample(thread: 7, ticks: int.MaxValue), Sample(thread: 8, ticks: 0)));

        Assert.All(sink.Rows<CpuSampleRow>(), static row => Assert.InRange(row.WeightNs ?? 0, 0, 10_000_000_000));
        Assert.Equal(2, sink.Rows<CpuSampleRow>().Count(static row => row.WeightNs is null));
    }

    [Fact]
    public void A_time_of_other_centuries_is_counted_and_left_out()
    {
        CollectingSink sink = Extract(new NetTraceBytes(startTicks: 0).Kind(1, Sampler, 0, "", []).Block("EventBlock", NetTraceBytes.PlainBlock(
            NetTraceBytes.PlainEvent(1, 1, 7, 0, 1_000, Managed, 0, 0, 0), NetTraceBytes.PlainEvent(1, 2, 7, 0, long.MaxValue - 5, Managed, 0, 0, 0))));

        Assert.Single(sink.Rows<CpuSampleRow>());
        Assert.Equal(1, Lost(sink, "events with an invalid time"));
    }

    [Fact]
    public void Fields_that_are_too_short_for_a_table_are_an_event_as_all_others_and_no_fact()
    {
        CollectingSink sink = Extract(new NetTraceBytes(startTicks: 0).Kind(1, Runtime, 1, "", []).Kind(2, Runtime, 80, "", []).Kind(3, Runtime, 10, "", []).Events(
            NetTraceBytes.Event(1, 0, 7, 0, 5, 1), NetTraceBytes.Event(2, 0, 7, 0, 5), NetTraceBytes.Event(3, 0, 7, 0, 5, 1)));

        Assert.Empty(sink.Rows<GcRow>());
        Assert.Empty(sink.Rows<ExceptionThrownRow>());
        Assert.Empty(sink.Rows<AllocationSampleRow>());
        Assert.Equal(3, sink.Rows<RuntimeEventRow>().Count);
    }

    [Theory]
    [InlineData(81)]
    [InlineData(301)]
    [InlineData(50)]
    [InlineData(55)]
    [InlineData(143)]
    [InlineData(145)]
    [InlineData(290)]
    [InlineData(291)]
    public void Fields_that_are_too_short_make_no_row_of_a_table_of_their_own(int id)
    {
        CollectingSink sink = Extract(new NetTraceBytes(startTicks: 0).Kind(1, Runtime, id, "", []).Events(NetTraceBytes.Event(1, 0, 7, 0, 5, 1)));

        Assert.Single(sink.Rows<RuntimeEventRow>());
        Assert.Equal(0, sink.Rows<ContentionRow>().Count + sink.Rows<WaitHandleWaitRow>().Count + sink.Rows<ThreadPoolChangeRow>().Count + sink.Rows<MethodCompiledRow>().Count
            + sink.Rows<AssemblyLoadRow>().Count);
    }

    [Fact]
    public void The_first_end_of_a_thread_is_a_wait_since_before_the_trace_and_a_further_one_without_a_begin_is_an_event()
    {
        CollectingSink sink = Extract(new NetTraceBytes(startTicks: 0).Kind(1, Runtime, 302, "", []).Events(NetTraceBytes.Event(1, 0, 7, 0, 5, 1, 0), NetTraceBytes.Event(1, 0, 7, 0, 5, 1, 0)));

        WaitHandleWaitRow row = Assert.Single(sink.Rows<WaitHandleWaitRow>());
        RuntimeEventRow rest = Assert.Single(sink.Rows<RuntimeEventRow>());
        Assert.Equal((true, rest.TsNs - 5), (row.OpenAtStart, row.StartNs + row.DurationNs));
    }

    [Fact]
    public void A_wait_without_an_end_has_no_length()
    {
        CollectingSink sink = Extract(new NetTraceBytes(startTicks: 0).Kind(1, Runtime, 301, "", []).Events(NetTraceBytes.Event(1, 0, 7, 0, 5, new byte[11])));

        Assert.Null(Assert.Single(sink.Rows<WaitHandleWaitRow>()).DurationNs);
        Assert.Empty(sink.Rows<RuntimeEventRow>());
    }

    private static byte[] Sample(int thread, int ticks) => NetTraceBytes.Event(1, 0, thread, 0, ticks, Managed, 0, 0, 0);

    private static long Lost(CollectingSink sink, string reason) => sink.Losses.Where(loss => sink.Text(loss.Reason) == reason).Sum(static loss => loss.Count);

    private static CollectingSink Extract(NetTraceBytes stream)
    {
        using TestFolder folder = new();
        string file = folder.File("test.nettrace");
        File.WriteAllBytes(file, stream.End());
        CollectingSink sink = new();
        new NetTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return sink;
    }
}
