using Fathom.Recorder.Kernel.Rings;
using Fathom.Recorder.Kernel.Start;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel.Rings;

/// <summary>Which of the kernel's own records of switches are kept.</summary>
public sealed class SwitchFilterTests : IDisposable
{
    private const ulong In = 15;
    private const ulong Out = In | (1UL << 45);
    private const ulong OutReady = Out | (1UL << 46);

    private readonly PoolTids _pool = new();
    private readonly SwitchFilter _filter;

    public SwitchFilterTests() => _filter = new SwitchFilter(hasTracepoints: true, _pool);

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void A_switch_that_has_a_tracepoint_is_not_kept_again()
    {
        _filter.OnTracepoint(5);
        Assert.False(_filter.Keeps(Out, 6, 5));
        Assert.False(_filter.Keeps(In, 5, 6));
    }

    [Fact]
    public void A_switch_from_the_idle_thread_is_kept_if_it_has_no_tracepoint()
    {
        Assert.False(_filter.Keeps(OutReady, 6, 0));
        Assert.True(_filter.Keeps(In, 0, 6));
    }

    // Some kernels write no events for their idle thread.
    [Fact]
    public void A_switch_from_a_thread_without_events_is_kept_behind_one_that_has_a_tracepoint()
    {
        _filter.OnTracepoint(5);
        Assert.False(_filter.Keeps(Out, 0, 5));
        Assert.True(_filter.Keeps(In, 0, 6));
        _filter.OnTracepoint(6);
        Assert.True(_filter.Keeps(In, 75, 8));
    }

    [Fact]
    public void Both_records_of_a_wait_without_tracepoint_are_kept()
    {
        Assert.True(_filter.Keeps(Out, 6, 5));
        Assert.True(_filter.Keeps(In, 5, 6));
    }

    [Fact]
    public void Turns_of_pool_threads_are_left_out()
    {
        _pool.Named(5, ".NET TP Worker"u8);
        _pool.Named(6, ".NET TP Worker"u8);
        _pool.Named(60, ".NET TP Gate"u8);
        Assert.False(_filter.Keeps(OutReady, 6, 5));
        Assert.False(_filter.Keeps(In, 5, 6));
        Assert.True(_filter.Keeps(OutReady, 60, 5));
        Assert.True(_filter.Keeps(In, 5, 60));
        SwitchFilter all = new(hasTracepoints: true, leftOut: null);
        Assert.True(all.Keeps(OutReady, 6, 5));
        Assert.True(all.Keeps(In, 5, 6));
    }

    [Fact]
    public void Records_name_threads_and_a_thread_begins_with_the_name_of_its_parent()
    {
        _pool.On([3, 0, 0, 0, 0, 0, 32, 0, 1, 0, 0, 0, 5, 0, 0, 0, .. ".NET TP Worker"u8, 0, 0]);
        _pool.On([7, 0, 0, 0, 0, 0, 24, 0, 1, 0, 0, 0, 1, 0, 0, 0, 6, 0, 0, 0, 5, 0, 0, 0]);
        Assert.Equal((true, true, false), (_pool.Has(5), _pool.Has(6), _pool.Has(1)));
        _pool.On([3, 0, 0, 0, 0, 0, 24, 0, 1, 0, 0, 0, 6, 0, 0, 0, .. "other"u8, 0, 0, 0]);
        _pool.On([7, 0, 0, 0, 0, 0, 24, 0, 1, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0, 6, 0, 0, 0]);
        Assert.Equal((false, false), (_pool.Has(5), _pool.Has(6)));
        _pool.On([3, 0, 0, 0, 0, 0, 24, 0, 255, 255, 255, 255, 255, 255, 255, 255, .. "other"u8, 0, 0, 0]);
        _pool.On([3, 0, 0, 0, 0, 0, 8, 0]);
    }

    // A ring that is full loses any of the three.
    [Fact]
    public void A_tracepoint_counts_for_one_switch_only()
    {
        _filter.OnTracepoint(5);
        Assert.False(_filter.Keeps(Out, 6, 5));
        Assert.False(_filter.Keeps(OutReady, 7, 0));
        Assert.True(_filter.Keeps(In, 0, 7));
        _filter.OnTracepoint(5);
        Assert.False(_filter.Keeps(In, 5, 6));
        Assert.True(_filter.Keeps(In, 0, 7));
    }

    [Fact]
    public void Without_tracepoints_all_is_kept()
    {
        SwitchFilter all = new(hasTracepoints: false, leftOut: null);
        Assert.True(all.Keeps(OutReady, 0, 5));
        Assert.True(all.Keeps(In, 0, 6));
    }
}
