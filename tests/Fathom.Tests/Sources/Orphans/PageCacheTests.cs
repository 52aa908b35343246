using Fathom.Sources.Orphans;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Orphans;

/// <summary>Two ways to ask the kernel for cached pages.</summary>
public sealed class PageCacheTests
{
    [Fact]
    public void Both_ways_tell_the_same_of_a_file_that_was_just_written()
    {
        using TestFolder folder = new();
        const int pages = 40;
        int size = (pages * Environment.SystemPageSize) - 100;
        File.WriteAllBytes(folder.File("f"), new byte[size]);
        using FileStream file = new(folder.File("f"), FileMode.Open, FileAccess.ReadWrite);
        int descriptor = (int)file.SafeFileHandle.DangerousGetHandle();

        long? mapped = PageCache.ByMapping(descriptor);

        Assert.Equal((long)pages * Environment.SystemPageSize, mapped);
        Assert.Contains(PageCache.ByCacheStat(descriptor), new[] { null, mapped });
        Assert.Equal(mapped, PageCache.Bytes(descriptor));
    }

    [Fact]
    public void What_is_no_file_has_no_cache()
    {
        Assert.Null(PageCache.ByCacheStat(-1));
        Assert.Null(PageCache.ByMapping(-1));
    }
}
