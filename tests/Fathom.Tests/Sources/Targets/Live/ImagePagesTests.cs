using System.Globalization;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Targets.Live;

/// <summary>What is read from files in place of a process's memory, against its memory.</summary>
public sealed class ImagePagesTests
{
    private const int PageSize = 4096;

    [Fact]
    public void All_that_is_read_from_files_is_what_the_memory_holds_relocated_data_included()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using ImagePages images = ImagePages.Of(sample.Pid)!;
        using LiveMemory memory = new(sample.Pid);
        byte[] fromFile = new byte[PageSize], fromMemory = new byte[PageSize];
        (int read, int left) = (0, 0);
        foreach ((ulong start, ulong end, string path) in Mapped(sample.Pid, "r--p", "r-xp"))
        {
            for (ulong at = start; at < end; at += PageSize)
            {
                if (!images.TryRead(at, fromFile))
                {
                    left++;
                    continue;
                }

                read++;
                Assert.Equal(PageSize, memory.Read(at, fromMemory));
                Assert.True(fromFile.AsSpan().SequenceEqual(fromMemory), $"{path} at {at:x}");
            }
        }

        Assert.True(read > 1_000, $"{read} pages were read from files, {left} were not");
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void What_the_process_may_write_or_has_no_file_is_left_to_the_memory()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using ImagePages images = ImagePages.Of(sample.Pid)!;
        byte[] page = new byte[64];

        Assert.All(Mapped(sample.Pid, "rw-p"), range => Assert.False(images.TryRead(range.Start, page), range.Path));
        Assert.False(images.TryRead(0x1000, page));
        Assert.Null(ImagePages.Of(int.MaxValue));
    }

    [Fact]
    public void Reading_images_does_not_touch_a_page_of_the_process()
    {
        using SampleProcess sample = SampleProcess.Start("Idle");
        using LiveMemory memory = new(sample.Pid);
        memory.LookAtImages();
        (ulong start, ulong end, string path) = Mapped(sample.Pid, "r--p", "r-xp").MaxBy(range => (long)(range.End - range.Start) - Resident(sample.Pid, range.Start));
        long before = Resident(sample.Pid, start);
        byte[] page = new byte[PageSize];

        for (ulong at = start; at + PageSize < end; at += PageSize)
            Assert.Equal(PageSize, memory.Read(at, page));
        byte[] whole = new byte[(end - start - PageSize) / PageSize * PageSize];
        Assert.Equal(whole.Length, memory.Read(start, whole));

        Assert.True((long)(end - start) - before > 1024 * 1024, $"{path} was resident already: {before} of {end - start} bytes");
        Assert.True(Resident(sample.Pid, start) - before < 256 * 1024, $"{path} grew by {Resident(sample.Pid, start) - before} bytes");
    }

    private static IEnumerable<(ulong Start, ulong End, string Path)> Mapped(int pid, params string[] permissions) => File.ReadLines($"/proc/{pid}/maps")
        .Select(static line => line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries))
        .Where(parts => permissions.Contains(parts[1]) && parts.Length == 6 && parts[5].TrimStart().StartsWith('/'))
        .Select(static parts => (Hex(parts[0].Split('-')[0]), Hex(parts[0].Split('-')[1]), parts[5].Trim()));

    private static ulong Hex(string text) => ulong.Parse(text, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture);

    // "Rss:  1234 kB" of the mapping that starts there.
    private static long Resident(int pid, ulong start)
    {
        string line = File.ReadLines($"/proc/{pid}/smaps").SkipWhile(l => !l.StartsWith($"{start:x}-", StringComparison.Ordinal)).First(static l => l.StartsWith("Rss:", StringComparison.Ordinal));
        return long.Parse(line.Split(' ', StringSplitOptions.RemoveEmptyEntries)[1], CultureInfo.InvariantCulture) * 1024;
    }
}
