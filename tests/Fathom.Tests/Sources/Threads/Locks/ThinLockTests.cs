using Fathom.Sources.Threads.Locks;
using Xunit;

namespace Fathom.Tests.Sources.Threads.Locks;

public sealed class ThinLockTests
{
    [Theory]
    [InlineData(0x0000_0007u, 7, 1)]
    [InlineData(0x0002_0007u, 7, 3)]
    [InlineData(0x2000_ffffu, 65535, 1)]
    public void A_header_with_an_owner_is_a_thin_lock(uint header, int owner, int count)
    {
        Assert.True(ThinLock.TryParse(header, out ThinLock thin));

        Assert.Equal(new ThinLock(owner, count), thin);
    }

    [Theory]
    [InlineData(0u)]
    [InlineData(0x0800_0007u)]
    [InlineData(0x0c00_0007u)]
    [InlineData(0x4000_0000u)]
    public void A_free_header_a_hash_code_and_a_sync_block_are_none(uint header) => Assert.False(ThinLock.TryParse(header, out _));
}
