using Fathom.Sources.Machine.Resources;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Machine.Resources;

/// <summary>How much memory this process can take, from files that look like those of the kernel.</summary>
public sealed class AvailableMemoryTests : IDisposable
{
    private const long KiB = 1024;
    private const long MiB = 1024 * KiB;

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Without_control_groups_it_is_what_the_machine_has()
    {
        Write("proc/meminfo", "MemTotal:       24000000 kB\nMemFree: 1 kB\nMemAvailable:   12000000 kB\n");

        Assert.Equal(12_000_000 * KiB, Read());
    }

    [Fact]
    public void A_group_above_may_have_less_and_cached_files_count_as_free()
    {
        Write("proc/meminfo", "MemAvailable:   12000000 kB\n");
        Write("proc/self/cgroup", "0::/pod/container\n");
        Group("group/pod/container", "max", 900 * MiB, 100 * MiB);
        Group("group/pod", $"{1000 * MiB}", 950 * MiB, 150 * MiB);
        Group("group", "max", 5000 * MiB, 0);

        Assert.Equal(200 * MiB, Read());
    }

    [Fact]
    public void A_group_that_is_over_its_limit_leaves_nothing()
    {
        Write("proc/self/cgroup", "4:memory:/job\n");
        Write("group/memory/job/memory.limit_in_bytes", $"{100 * MiB}\n");
        Write("group/memory/job/memory.usage_in_bytes", $"{120 * MiB}\n");
        Write("group/memory/job/memory.stat", "total_inactive_file 4096\n");

        Assert.Equal(0, Read());
    }

    [Fact]
    public void What_the_kernel_does_not_tell_is_no_limit()
    {
        Assert.Equal(long.MaxValue, Read());
        Write("proc/meminfo", "MemAvailable: many\n");
        Assert.Equal(long.MaxValue, Read());
    }

    private long Read() => AvailableMemory.Read(_folder.File("proc"), _folder.File("group"));

    private void Group(string folder, string limit, long used, long cached)
    {
        Write($"{folder}/memory.max", limit + "\n");
        Write($"{folder}/memory.current", $"{used}\n");
        Write($"{folder}/memory.stat", $"anon 1\ninactive_file {cached}\n");
    }

    private void Write(string path, string text)
    {
        string file = _folder.File(path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
