using Fathom.Sources.Memory.Malloc;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>Newer versions of glibc than that of the machine: right, or said not to be known.</summary>
[Trait("Category", "Long")]
[Trait(Needs.Trait, Needs.DebianPackagesReason)]
public sealed class OtherGlibcTests : IDisposable
{
    private const string NoCaches = "caches of threads were not found: what they hold counts as in use";

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    // 2.41, and what is being tested for the next release: 2.43 when this was written, whose caches have another shape.
    [Theory]
    [InlineData("trixie", true)]
    [InlineData("forky", false)]
    public void Sums_are_those_of_mallinfo2_and_what_is_not_recognised_is_said(string release, bool isKnown)
    {
        using MallocProgram program = new(OtherGlibc.Take(_folder, release), "3");

        MallocReading reading = program.Read();

        MallocArena[] arenas = [.. reading.Arenas.Where(static arena => arena.Name != "large blocks")];
        if (isKnown)
            Assert.All(arenas, static arena => Assert.Null(arena.Problem));
        else
            Assert.All(arenas, static arena => Assert.True(arena.Problem is null or NoCaches, arena.Problem));
        Assert.Equal(program.Sums["arena"], arenas.Sum(static arena => arena.SizeBytes));
        Assert.Equal(program.Sums["free"], arenas.Sum(static arena => arena.FreeBytes - (arena.CachedBytes ?? 0)) + program.Sums["fast"]);
        Assert.Equal(program.Sums["mapped"], reading.Arenas.Where(static arena => arena.Name == "large blocks").Sum(static arena => arena.InUseBytes));
        long inUse = arenas.Sum(static arena => arena.InUseBytes!.Value);
        Assert.True(inUse >= program.Sums["held"], $"{inUse} bytes in use, and the program holds {program.Sums["held"]}");
    }
}
