using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Types;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Types;

/// <summary>Descriptions of references as the runtime writes them before a method table, sound and damaged.</summary>
public sealed class ReferenceLayoutReaderTests
{
    private const ulong Start = 0x7f00_0000_0000;
    private const int Length = 4 * 1024 * 1024;
    private const ulong Table = Start + Length - 4096;
    private const uint HasReferences = ReferenceLayoutReader.HoldsReferences;

    // struct Entry { int; int; long; (long, long, long, object) }: the only reference is the last 8 of 48 bytes.
    [Theory]
    [InlineData(24, 48, 16 + 40)]
    [InlineData(24, 16, 16)]
    [InlineData(24, 16, 16 + 8)]
    [InlineData(24, 0xfff8, 16 + 0xfff0)]
    [InlineData(24 + 16, 48, 32 + 40)]
    [InlineData(24 + (8 * 32), 24, 16 + (8 * 32) + 16)]
    public void The_first_reference_of_an_array_of_structs_may_lie_anywhere_in_the_element(int baseSize, int elementSize, int first)
    {
        ReferenceLayout layout = Read(Array(baseSize, elementSize, first, (1, (uint)(elementSize - 8))));

        Assert.False(layout.Damaged);
        Assert.True(layout.Repeats);
        Assert.Equal([new ReferencePart(first, 8, elementSize - 8)], layout.Parts);
    }

    [Fact]
    public void An_array_of_structs_may_have_many_runs_per_element()
    {
        (uint, uint)[] runs = [.. Enumerable.Repeat((1u, 8u), 0xfff0 / 16)];

        ReferenceLayout layout = Read(Array(24, 0xfff0, 16, runs));

        Assert.Equal(runs.Length, layout.Parts.Length);
        Assert.False(layout.Damaged);
    }

    [Theory]
    [InlineData(24, 48, 8, 1, 40)]
    [InlineData(24, 48, 16 + 48, 1, 40)]
    [InlineData(24, 48, 20, 1, 40)]
    [InlineData(24, 48, 16, 1, 48)]
    [InlineData(24, 48, 16, 1, 32)]
    [InlineData(24, 48, 16, 0, 48)]
    [InlineData(24, 48, 16, 0x8000_0001, 0x8000_0000)]
    [InlineData(24, 0, 16, 1, 8)]
    public void A_pattern_that_does_not_fit_the_element_is_not_believed(int baseSize, int elementSize, int first, long references, long skip) =>
        Assert.True(Read(Array(baseSize, elementSize, first, ((uint)references, (uint)skip))).Damaged);

    // An inline array of 100,000 structs { object; int }, as a field: each element is a part of its own.
    [Fact]
    public void A_class_may_have_more_parts_than_16_bits_can_count()
    {
        const int count = 100_000, baseSize = 16 + (count * 16);
        SyntheticMemory memory = Memory(HasReferences, baseSize);
        memory.Write(Table - 8, count);
        for (int i = 0; i < count; i++)
        {
            memory.Write(Table - 16 - ((ulong)i * 16), (ulong)(8 + (i * 16)));
            memory.Write(Table - 24 - ((ulong)i * 16), unchecked((ulong)(8 - baseSize)));
        }

        ReferenceLayout layout = ReferenceLayoutReader.Read(memory, Table, 0, new LayoutBudget());

        Assert.False(layout.Damaged);
        Assert.Equal(count, layout.Parts.Length);
        Assert.Equal(new ReferencePart(8 + ((count - 1) * 16), 8 - baseSize, 0), layout.Parts[^1]);
    }

    [Theory]
    [InlineData(0, 8, -24)]
    [InlineData(6, 8, -24)]
    [InlineData(1, 0, -24)]
    [InlineData(1, 12, -24)]
    [InlineData(1, 48, -24)]
    [InlineData(1, 8, 8)]
    [InlineData(1, 8, -48)]
    [InlineData(1, 8, -20)]
    [InlineData(long.MaxValue, 8, -24)]
    [InlineData(long.MinValue, 16, -24)]
    public void Fields_outside_of_the_object_are_not_believed(long count, long start, long length)
    {
        SyntheticMemory memory = Memory(HasReferences, 40);
        memory.Write(Table - 8, (ulong)count);
        for (ulong i = 0; i < 6; i++)
        {
            memory.Write(Table - 16 - (i * 16), (ulong)start);
            memory.Write(Table - 24 - (i * 16), (ulong)length);
        }

        Assert.True(Read(memory).Damaged);
    }

    [Fact]
    public void A_description_that_cannot_be_read_is_not_known()
    {
        SyntheticMemory memory = Array(24, 16, 16, (1, 8));
        memory.MakeUnreadable(Table - 8);

        ReferenceLayout layout = ReferenceLayoutReader.Read(memory, Table, 7, new LayoutBudget());
        Assert.Equal((true, 7u), (layout.Damaged, layout.LoaderAllocator));
    }

    // Each could ask for 256 MiB by itself.
    [Fact]
    public void Thousands_of_false_tables_read_no_more_than_the_descriptions_of_a_large_program_and_true_ones_are_still_known()
    {
        const int falseTables = 5_000, baseSize = 1 << 21;
        SyntheticMemory memory = new(Start, new byte[Length]);
        LayoutBudget budget = new();
        long kept = 0;
        for (int i = 0; i < falseTables; i++)
        {
            ulong table = Table - ((ulong)i * 24);
            memory.Write(table, HasReferences | ((ulong)baseSize << 32));
            memory.Write(table - 8, baseSize / 16);
            kept += ReferenceLayoutReader.Read(memory, table, 0, budget).Parts.Length;
        }

        Assert.InRange(memory.BytesRead, 0, 80L << 20);
        Assert.InRange(kept, 0, 1 << 22);
        SyntheticMemory small = Array(24, 48, 16 + 40, (1, 40));
        Assert.False(ReferenceLayoutReader.Read(small, Table, 0, budget).Damaged);
    }

    private static ReferenceLayout Read(SyntheticMemory memory) => ReferenceLayoutReader.Read(memory, Table, 0, new LayoutBudget());

    private static SyntheticMemory Array(int baseSize, int elementSize, int first, params (uint References, uint Skip)[] runs)
    {
        SyntheticMemory memory = Memory(HasReferences | HeapLayout.HasComponents | (uint)elementSize, baseSize);
        memory.Write(Table - 8, (ulong)-(long)runs.Length);
        memory.Write(Table - 16, (ulong)first);
        for (int i = 0; i < runs.Length; i++)
            memory.Write(Table - 24 - ((ulong)i * 8), runs[i].References | ((ulong)runs[i].Skip << 32));
        return memory;
    }

    private static SyntheticMemory Memory(uint flags, int baseSize)
    {
        SyntheticMemory memory = new(Start, new byte[Length]);
        memory.Write(Table, flags | ((ulong)baseSize << 32));
        return memory;
    }
}
