using Fathom.Model;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Looks;
using Fathom.Sources.Targets.Images;
using Fathom.Sources.Targets.Reading;
using Xunit;

namespace Fathom.Tests.Sources.Looks;

public sealed class CoreHeapCheckTests
{
    private static readonly MappedFile[] s_files = [new MappedFile(0x1000, 0x2000, 0, "/lib/a.so"), new MappedFile(0x5000, 0x6000, 0, "/lib/b.so")];

    [Fact]
    public void Segments_that_lie_apart_and_beside_all_files_are_sound()
    {
        CoreHeapCheck.EnsureSound("core", [Segment(0x2000, 0x3000), Segment(0x3000, 0x5000), Segment(0x7000, 0x8000)], s_files);
        CoreHeapCheck.EnsureSound("core", [Segment(0x2000, ulong.MaxValue)], []);
        CoreHeapCheck.EnsureSound("core", [Segment(0x2000, 0x3000)], [new MappedFile(0x2000, 0x4000, 0, "/anon_hugepage (deleted)")]);
    }

    [Theory]
    [InlineData(0x800, 0x1001, "/lib/a.so")]
    [InlineData(0x1800, 0x1900, "/lib/a.so")]
    [InlineData(0x2000, 0x9000, "/lib/b.so")]
    public void A_segment_over_a_file_is_damage(ulong start, ulong end, string file)
    {
        FathomException damage = Assert.Throws<FathomException>(() => CoreHeapCheck.EnsureSound("core", [Segment(start, end)], s_files));

        Assert.Equal((ExitCode.Target, $"'core' is damaged or incomplete: the heap segment at {start:x} lies over {file}."), (damage.ExitCode, damage.Message));
    }

    [Fact]
    public void Segments_over_each_other_are_damage() =>
        Assert.Contains(
            "lies over another segment",
            Assert.Throws<FathomException>(() => CoreHeapCheck.EnsureSound("core", [Segment(0x2000, 0x4001), Segment(0x4000, 0x5000)], s_files)).Message,
            StringComparison.Ordinal);

    [Fact]
    public void A_heap_of_frozen_segments_alone_is_damage()
    {
        Assert.Contains("holds no heap: it was written without", Assert.Throws<FathomException>(() => CoreHeapCheck.EnsureSound("core", [], s_files)).Message, StringComparison.Ordinal);
        Assert.Throws<FathomException>(() => CoreHeapCheck.EnsureSound("core", [Segment(0x2000, 0x3000, "frozen")], s_files));
    }

    private static HeapSegment Segment(ulong start, ulong end, string kind = "gen2") => new()
    {
        Id = 1, HeapIndex = 0, Kind = kind, Objects = new AddressRange(start, end), CommittedBytes = 0, Generations = [],
    };
}
