using Fathom.Sources.Targets.Live;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

public sealed class HeldProcessTests
{
    [Fact]
    public void A_process_that_is_there_is_held_and_none_has_ended()
    {
        // No kernel gives so large a number.
        const int none = 1 << 30;

        using HeldProcess? own = HeldProcess.TryHold(Environment.ProcessId, out bool hasEnded);
        Assert.NotNull(own);
        Assert.False(hasEnded);
        Assert.False(own.HasEnded);

        using HeldProcess? other = HeldProcess.TryHold(none, out hasEnded);
        Assert.Null(other);
        Assert.True(hasEnded);
    }
}
