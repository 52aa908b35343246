using Fathom.Recorder.Kernel.Rings;
using Fathom.Recorder.Kernel.Start;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel.Rings;

/// <summary>Which of the kernel's own records of switches are kept.</summary>
public sealed class ToldSwitchesTests : IDisposable
{
    private const ulong In = 15;
    private const ulong Out = In | (1UL << 45);
    private const ulong OutReady = Out | (1UL << 46);

    private readonly PoolTids _pool = new();
    private readonly ToldSwitches _switches;

    public ToldSwitchesTests() => _switches = new ToldSwitches(hasTracepoints: true, _pool);

    public void Dispose() => _pool.Dispose();

    [Fact]
    public void What_a_tracepoint_tells_is_not_kept_again()
    {
        _switches.Tell(5);
        Assert.False(_switches.Keeps(Out, 6, 5));
        Assert.False(_switches.Keeps(In, 5, 6));
    }

    [Fact]
    public void That_a_thread_comes_after_the_idle_one_is_kept_where_no_tracepoint_tells_it()
    {
        Assert.False(_switches.Keeps(OutReady, 6, 0));
        Assert.True(_switches.Keeps(In, 0, 6));
    }

    // What a kernel does that tells nothing of its idle thread.
    [Fact]
    public void A_thread_that_comes_after_one_of_which_nothing_is_told_is_kept_behind_a_switch_that_was_told()
    {
        _switches.Tell(5);
        Assert.False(_switches.Keeps(Out, 0, 5));
        Assert.True(_switches.Keeps(In, 0, 6));
        _switches.Tell(6);
        Assert.True(_switches.Keeps(In, 75, 8));
    }

    [Fact]
    public void A_thread_that_waits_and_of_which_no_tracepoint_tells_is_kept_with_the_one_that_comes()
    {
        Assert.True(_switches.Keeps(Out, 6, 5));
        Assert.True(_switches.Keeps(In, 5, 6));
    }

    [Fact]
    public void Turns_that_are_left_out_are_left_out_here_too()
    {
        _pool.Named(5, ".NET TP Worker"u8);
        _pool.Named(6, ".NET TP Worker"u8);
        _pool.Named(60, ".NET TP Gate"u8);
        Assert.False(_switches.Keeps(OutReady, 6, 5));
        Assert.False(_switches.Keeps(In, 5, 6));
        Assert.True(_switches.Keeps(OutReady, 60, 5));
        Assert.True(_switches.Keeps(In, 5, 60));
        ToldSwitches all = new(hasTracepoints: true, leftOut: null);
        Assert.True(all.Keeps(OutReady, 6, 5));
        Assert.True(all.Keeps(In, 5, 6));
    }

    [Fact]
    public void Records_tell_the_names_of_threads_and_a_thread_begins_with_the_name_of_its_parent()
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
        _switches.Tell(5);
        Assert.False(_switches.Keeps(Out, 6, 5));
        Assert.False(_switches.Keeps(OutReady, 7, 0));
        Assert.True(_switches.Keeps(In, 0, 7));
        _switches.Tell(5);
        Assert.False(_switches.Keeps(In, 5, 6));
        Assert.True(_switches.Keeps(In, 0, 7));
    }

    [Fact]
    public void Without_tracepoints_all_is_kept()
    {
        ToldSwitches all = new(hasTracepoints: false, leftOut: null);
        Assert.True(all.Keeps(OutReady, 0, 5));
        Assert.True(all.Keeps(In, 0, 6));
    }
}
