using System.Globalization;
using System.Xml.Linq;
using Fathom.Sources.Memory;
using Fathom.Sources.Memory.Malloc;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.Memory.Malloc;

/// <summary>What is read of malloc from outside, and what malloc says of itself.</summary>
[Trait(Needs.Trait, Needs.CompilerReason)]
public sealed class MallocReaderTests
{
    // An arena has its state, a thread its cache and the list of its blocks; the program has buffers of its own.
    private const long OwnBytes = 16 * 1024;

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("0")]
    [InlineData("1")]
    [InlineData("6")]
    [InlineData("3", "trim")]
    public void Sums_are_those_of_mallinfo2_and_of_each_arena_those_of_malloc_info(params string[] words)
    {
        using MallocProgram program = new(words);

        MallocReading reading = program.Read();

        MallocArena[] arenas = [.. reading.Arenas.Where(static arena => arena.Name != "large blocks")];
        long fast = program.Sums["fast"];
        Assert.All(arenas, static arena => Assert.Equal((null, 0), (arena.Problem, arena.NotKnownBytes)));
        Assert.Equal(program.Sums["arena"], arenas.Sum(static arena => arena.SizeBytes));
        Assert.Equal(program.Sums["free"], arenas.Sum(static arena => arena.FreeBytes - arena.CachedBytes) + fast);
        Assert.Equal(program.Sums["mapped"], reading.Arenas.Where(static arena => arena.Name == "large blocks").Sum(static arena => arena.InUseBytes));
        Assert.Equal(Numbers(program.Info, "system", "current"), arenas.Select(static arena => arena.SizeBytes).Order());
        Assert.All(
            Numbers(program.Info, "total", "fast").Zip(arenas.Select(static arena => arena.CachedBytes!.Value).Order()),
            static pair => Assert.InRange(pair.First, 0, pair.Second));

        // What threads hold was added up by the program; of the main thread it is 2,000 blocks of 64 bytes and a list of them.
        long held = program.Sums["held"] + (2_000 * 80) + 16_016;
        Assert.InRange(arenas.Sum(static arena => arena.InUseBytes!.Value), held, held + (OwnBytes * arenas.Length));
        Assert.All(arenas, static arena => Assert.Equal(arena.SizeBytes, arena.InUseBytes + arena.FreeBytes));
        Assert.InRange(arenas[0].FreeBytes!.Value, 2_000 * 60_000, 2_000 * 61_000);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void What_malloc_gave_back_is_free_and_not_resident()
    {
        using MallocProgram kept = new("0"), trimmed = new("0", "trim");

        MallocArena before = kept.Read().Arenas[0], after = trimmed.Read().Arenas[0];

        Assert.InRange(before.FreeResidentBytes!.Value, before.FreeBytes!.Value * 9 / 10, before.FreeBytes.Value);
        Assert.InRange(before.TrimmableBytes!.Value, 2_000L * 13 * 4_096, before.FreeResidentBytes.Value);
        Assert.Equal(0, after.TrimmableBytes);
        Assert.InRange(after.FreeResidentBytes!.Value, 0, 2_000L * 2 * 4_096);
    }

    // What a watch samples, against malloc's own sums: all of it is resident here.
    [Fact]
    public void Sizes_without_a_look_at_the_rest_of_the_process_are_the_same()
    {
        using MallocProgram program = new("3");

        MallocSizes sizes = MallocSizes.Read(program.Pid, TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);

        MallocReading reading = program.Read();
        Assert.Equal((0L, null), (sizes.NotKnownBytes, sizes.Problem));
        Assert.Equal(reading.Arenas.Sum(static arena => arena.FreeResidentBytes!.Value), sizes.FreeBytes);
        Assert.InRange(sizes.InUseBytes, program.Sums["held"] + (2_000 * 80), reading.Arenas.Sum(static arena => arena.InUseBytes!.Value));
    }

    [Fact]
    public void A_walk_that_may_take_no_time_gives_no_sizes_and_says_why()
    {
        using MallocProgram program = new("1");

        MallocSizes sizes = MallocSizes.Read(program.Pid, TimeSpan.Zero, TestContext.Current.CancellationToken);

        Assert.Equal((0L, "time was up"), (sizes.FreeBytes, sizes.Problem));
        Assert.InRange(sizes.NotKnownBytes, 100 << 20, 1 << 30);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Memory_that_changes_while_it_is_read_adds_up_and_ends()
    {
        using MallocProgram program = new("3", "churn");
        for (int i = 0; i < 20; i++)
        {
            MallocReading reading = program.Read();

            Assert.All(reading.Arenas, static arena => Assert.Equal(arena.SizeBytes, (arena.InUseBytes ?? 0) + (arena.FreeBytes ?? 0) + arena.NotKnownBytes));
            Assert.All(reading.Arenas.Where(static arena => arena.NotKnownBytes > 0), static arena => Assert.NotNull(arena.Problem));
            Assert.Contains(reading.Arenas, static arena => arena is { Name: "arena", InUseBytes: > 1_000_000 });
        }
    }

    private static IEnumerable<long> Numbers(XDocument info, string name, string type) => info.Root!.Elements("heap")
        .Select(heap => long.Parse(heap.Elements(name).Single(one => (string?)one.Attribute("type") == type).Attribute("size")!.Value, CultureInfo.InvariantCulture)).Order();
}
