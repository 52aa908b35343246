using System.Globalization;
using Fathom.Sources.Machine.Trust;
using Fathom.Sources.Memory;
using Fathom.Sources.Orphans.Descriptors;
using Fathom.Sources.Orphans.Kernel;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Orphans.Descriptors;

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
    public void A_descriptor_that_only_stands_for_a_name_tells_nothing_and_breaks_nothing()
    {
        using TestFolder folder = new();
        File.WriteAllBytes(folder.File("f"), new byte[10]);
        // As a process has one that looks at who owns a path, another Fathom for example.
        using OpenedEntry entry = Open(folder.File("f"));
        int descriptor = int.Parse(Path.GetFileName(entry.Path), CultureInfo.InvariantCulture);
        DescriptorFacts facts = DescriptorFacts.Of(descriptor)!.Value;
        using LiveDescriptors live = new();

        Assert.True(facts.IsFile);
        Assert.Null(PageCache.Bytes(descriptor));
        Assert.Null(live.Cached(Environment.ProcessId, descriptor, new FileId(facts.Device, facts.Inode)));
    }

    [Fact]
    public void What_is_no_file_has_no_cache()
    {
        Assert.Null(PageCache.ByCacheStat(-1));
        Assert.Null(PageCache.ByMapping(-1));
    }

    private static OpenedEntry Open(string path)
    {
        ITreeEntry entry = OpenedEntry.OpenRoot()!;
        foreach (string name in Path.GetFullPath(path).Split('/', StringSplitOptions.RemoveEmptyEntries))
        {
            using ITreeEntry folder = entry;
            entry = folder.Open(name)!;
        }

        return (OpenedEntry)entry;
    }
}
