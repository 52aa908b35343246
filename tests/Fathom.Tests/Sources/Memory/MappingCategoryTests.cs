using Fathom.Sources.Memory;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

public sealed class MappingCategoryTests
{
    [Theory]
    [InlineData("rw-p", 0, "[heap]", MemoryCategories.Malloc, "main heap")]
    [InlineData("rw-p", 0, "[stack]", MemoryCategories.ThreadStacks, "main thread")]
    [InlineData("r-xp", 0, "[vdso]", MemoryCategories.Kernel, "[vdso]")]
    [InlineData("rw-p", 0, "[anon: glibc: malloc arena]", MemoryCategories.Malloc, "[anon: glibc: malloc arena]")]
    [InlineData("rw-p", 0, "[anon:my pool]", MemoryCategories.Named, "[anon:my pool]")]
    [InlineData("rw-s", 5, "/memfd:doublemapper (deleted)", MemoryCategories.JitCode, "doublemapper")]
    [InlineData("rw-s", 5, "/memfd:frames (deleted)", MemoryCategories.SharedMemory, "memfd frames")]
    [InlineData("rw-s", 5, "/SYSV0000002a (deleted)", MemoryCategories.SharedMemory, "System V 0000002a")]
    [InlineData("rw-s", 5, "/dev/zero (deleted)", MemoryCategories.SharedMemory, "anonymous")]
    [InlineData("rw-s", 5, "/dev/shm/ring", MemoryCategories.SharedMemory, "/dev/shm/ring")]
    [InlineData("r--p", 5, "/app/My.App.dll", MemoryCategories.ManagedImages, "/app/My.App.dll")]
    [InlineData("r-xp", 5, "/usr/bin/tool", MemoryCategories.NativeImages, "/usr/bin/tool")]
    [InlineData("r--p", 5, "/usr/lib/libm.so.6", MemoryCategories.NativeImages, "/usr/lib/libm.so.6")]
    [InlineData("r--s", 5, "/var/cache/prices.bin", MemoryCategories.MappedFiles, "/var/cache/prices.bin")]
    [InlineData("---p", 0, "", MemoryCategories.Reserved, null)]
    [InlineData("rw-p", 0, "", MemoryCategories.NotExplained, null)]
    public void A_mapping_is_told_by_its_path_and_rights(string permissions, int inode, string path, string category, string? owner)
    {
        Mapping mapping = new() { Start = 0x1000, End = 0x2000, Permissions = permissions, Inode = (ulong)inode, Path = path };

        Assert.Equal((category, owner), new MappingCategory([mapping]).Of(0));
    }

    [Fact]
    public void Zeroed_data_belongs_to_the_library_whose_data_it_follows()
    {
        Mapping code = new() { Start = 0x1000, End = 0x2000, Permissions = "r-xp", Inode = 9, Path = "/usr/lib/libm.so.6" };
        Mapping data = new() { Start = 0x2000, End = 0x3000, Permissions = "rw-p", Inode = 9, Path = "/usr/lib/libm.so.6" };
        Mapping zeroed = new() { Start = 0x3000, End = 0x4000, Permissions = "rw-p", Path = "" };
        Mapping apart = new() { Start = 0x5000, End = 0x6000, Permissions = "rw-p", Path = "" };
        MappingCategory categories = new([code, data, zeroed, apart]);

        Assert.Equal((MemoryCategories.NativeImages, "/usr/lib/libm.so.6"), categories.Of(2));
        Assert.Equal((MemoryCategories.NotExplained, null), categories.Of(3));
    }
}
