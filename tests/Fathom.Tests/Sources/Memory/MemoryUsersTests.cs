using System.Diagnostics;
using Fathom.Sources.Memory;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Memory;

/// <summary>Allocators and runtimes that are named beside what is not explained.</summary>
public sealed class MemoryUsersTests
{
    [Theory]
    [InlineData("/usr/lib/x86_64-linux-gnu/libjemalloc.so.2", "jemalloc")]
    [InlineData("/usr/lib/libtcmalloc_minimal.so.4.5.9", "tcmalloc")]
    [InlineData("/usr/lib/libmimalloc.so.2.0", "mimalloc")]
    [InlineData("/usr/lib/libpython3.11.so.1.0", "CPython")]
    [InlineData("/usr/lib/jvm/lib/server/libjvm.so", "the JVM")]
    [InlineData("[anon:v8]", "V8")]
    [InlineData("[anon:partition_alloc]", "PartitionAlloc")]
    [InlineData("[anon:scudo:primary]", "Scudo")]
    [InlineData("/home/libjemalloc.txt", "")]
    [InlineData("/usr/lib/libc.so.6", "")]
    [InlineData("[heap]", "")]
    public void A_mapping_is_known_by_its_name(string path, string expected) => Assert.Equal(expected, string.Join(',', MemoryUsers.OfMapping(path)));

    [Fact]
    public void What_is_linked_into_a_program_is_known_by_what_it_exports_and_by_whole_names_only()
    {
        using TestFolder folder = new();
        File.WriteAllText(folder.File("one"), "\0malloc\0mallctl\0free\0PyObject_Malloc\0");
        File.WriteAllText(folder.File("other"), "\0my_mallctl\0mallctlbymib\0");

        Assert.Equal(["jemalloc", "CPython"], MemoryUsers.OfProgram(folder.File("one")));
        Assert.Empty(MemoryUsers.OfProgram(folder.File("other")));
        Assert.Empty(MemoryUsers.OfProgram(folder.File("absent")));
        Assert.Null(MemoryUsers.Note(["", "[heap]"], folder.File("other")));
        Assert.Equal(
            "Memory that is not explained may belong to CPython, jemalloc, which are loaded and take memory of their own.",
            MemoryUsers.Note(["/usr/lib/libjemalloc.so.2"], folder.File("one")));
    }

    // Node.js is needed to build; it is on every machine where this test runs.
    [Fact]
    [Trait("Category", "Slow")]
    public void Node_is_known_by_V8()
    {
        ProcessStartInfo start = new("node", ["-e", "console.log('ready {}'); process.stdin.resume(); process.stdin.on('end', () => process.exit())"]);
        using SampleProcess node = SampleProcess.Start(start);

        IEnumerable<string> mappings = File.ReadLines($"/proc/{node.Pid}/maps").Select(static line => line.Split(' ', 6, StringSplitOptions.RemoveEmptyEntries))
            .Where(static parts => parts.Length == 6).Select(static parts => parts[5].Trim());

        Assert.Contains("V8", MemoryUsers.Note(mappings, $"/proc/{node.Pid}/exe"), StringComparison.Ordinal);
    }
}
