using Fathom.Model.Memory;
using Fathom.Render.Memory;
using Xunit;

namespace Fathom.Tests.Render;

/// <summary>How near a container is to its limit is said where the kernel tells it, and not guessed elsewhere.</summary>
public sealed class MemoryLimitTests
{
    private const long MiB = 1 << 20;

    [Theory]
    [InlineData(800 * MiB, 800 * MiB, 584 * MiB, "Limit of its control group: 800.0 MiB, 73 % used (584.0 MiB, page cache included).")]
    [InlineData(800 * MiB, null, 584 * MiB, "Limit of its control group: 800.0 MiB, 73 % used (584.0 MiB, page cache included).")]
    [InlineData(800 * MiB, 400 * MiB, 300 * MiB, "Limit of a control group that holds its own: 400.0 MiB.")]
    [InlineData(null, 400 * MiB, 300 * MiB, "Limit of a control group that holds its own: 400.0 MiB.")]
    [InlineData(null, null, 300 * MiB, null)]
    public void Its_share_is_that_of_the_group_that_has_the_limit(long? own, long? effective, long? current, string? sentence) =>
        Assert.Equal(sentence, MemoryLimit.Of(own, effective, current) is { } limit ? MemoryHeader.Of(limit) : null);
}
