using Fathom.Capture.Traces;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Capture.Traces;

public sealed class TraceCacheTests
{
    [Fact]
    public void What_was_written_longest_ago_goes_first_and_the_newest_stays()
    {
        using TestFolder cache = new();
        string[] names = [.. Enumerable.Range(0, 3).Select(i => cache.File($"{i}.fathom"))];
        for (int i = 0; i < names.Length; i++)
        {
            Directory.CreateDirectory(names[i]);
            File.WriteAllBytes(Path.Combine(names[i], "part"), new byte[1000]);
            Directory.SetLastWriteTimeUtc(names[i], DateTime.UnixEpoch.AddDays(100).AddHours(i));
        }

        Directory.CreateDirectory(cache.File("killed.fathom.1.partial"));
        Directory.SetLastWriteTimeUtc(cache.File("killed.fathom.1.partial"), DateTime.UnixEpoch.AddDays(100));
        Directory.CreateDirectory(cache.File("new.fathom.2.partial"));

        TraceCache.Trim(cache.Path, names[1], maxBytes: 2000);

        Assert.Equal([false, true, true], names.Select(Directory.Exists));
        Assert.Equal((false, true), (Directory.Exists(cache.File("killed.fathom.1.partial")), Directory.Exists(cache.File("new.fathom.2.partial"))));
        TraceCache.Trim(cache.Path, names[1], maxBytes: 1);
        Assert.Equal([false, true, false], names.Select(Directory.Exists));
    }
}
