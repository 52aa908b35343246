using Fathom.Recorder;
using Fathom.Recorder.Kernel;
using Fathom.Recorder.Kernel.Events;
using Xunit;

namespace Fathom.Tests.Recorder.Kernel;

/// <summary>What is made of the options of a recording.</summary>
public sealed class KernelPlanTests
{
    // Where pages have 64 KiB, a quarter of a small ring is less than one.
    [Theory]
    [InlineData(null, 1 << 25, 1 << 20)]
    [InlineData(null, 4096, 1024)]
    [InlineData(1L << 20, 4096, 1024)]
    [InlineData(long.MaxValue, 4096, 1024)]
    public void A_ring_wakes_the_recorder_at_a_quarter_at_most(long? mostBytes, int ringBytes, int expected)
    {
        KernelRecorderOptions options = new("perf.data") { RingBytes = ringBytes, Budget = new SizeBudget(mostBytes), FollowsNextProgram = true };

        KernelPlan plan = KernelPlan.Make(options, new KernelAccess(Machine: false, Own: true, Why: null));

        Assert.Equal(expected, plan.Scope.WakeupBytes);
    }

    [Theory]
    [InlineData(1 << 14, null, 2048)]
    [InlineData(1 << 25, null, KernelRecorderOptions.UsualStackBytes)]
    [InlineData(1 << 14, 4096, 4096)]
    public void Samples_have_as_much_of_the_stack_as_was_asked_for_or_as_rings_have_room_for(int ringBytes, int? asked, int expected)
    {
        KernelRecorderOptions options = new("perf.data") { RingBytes = ringBytes, SampleStackBytes = asked };

        KernelPlan plan = KernelPlan.Make(options, new KernelAccess(Machine: true, Own: true, Why: null));

        Assert.Equal(EventSet.CanFollow ? (uint)expected : 0, plan.Events.Single(static each => each.Role == EventRole.Clock).Attributes.UserStackBytes);
    }
}
