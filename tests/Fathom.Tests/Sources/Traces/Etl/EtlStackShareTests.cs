using Fathom.Model.Machine;
using Fathom.Model.Traces;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>How many stacks of a Windows trace are whole.</summary>
public sealed class EtlStackShareTests
{
    private const int Shop = 700;
    private const int ShopThread = 701;
    private const int SystemThread = 8;
    private const ulong InKernel = 0xFFFF_F800_0000_0100;
    private const ulong InProgram = 0x7FF0_0000_1000;

    [Fact]
    public void A_stack_without_its_part_in_the_program_or_with_the_most_frames_is_not_whole()
    {
        ulong[] most = [.. Enumerable.Repeat(InProgram, 192)];
        byte[] content = new EtlBytes(1, 10_000_000, 1_000_000).Process(1_000_100, Shop, 4, "shop.exe").Thread(1_000_110, Shop, ShopThread).Thread(1_000_120, 4, SystemThread)
            // Both parts, the second one late.
            .Sample(0, 1_010_000, ShopThread, InKernel).Stack(0, 1_010_001, 1_010_000, Shop, ShopThread, InKernel)
            // In the program only.
            .Sample(0, 1_020_000, ShopThread, InProgram).Stack(0, 1_020_001, 1_020_000, Shop, ShopThread, InProgram, InProgram + 8)
            .Stack(0, 1_020_002, 1_010_000, Shop, ShopThread, InProgram)
            // Its part in the program never comes.
            .Sample(0, 1_030_000, ShopThread, InKernel).Stack(0, 1_030_001, 1_030_000, Shop, ShopThread, InKernel, InKernel + 8)
            // A thread of the kernel has none.
            .Sample(0, 1_040_000, SystemThread, InKernel).Stack(0, 1_040_001, 1_040_000, 4, SystemThread, InKernel, InKernel + 8)
            // As many frames as Windows writes at most, and one fewer.
            .Sample(0, 1_050_000, ShopThread, InProgram).Stack(0, 1_050_001, 1_050_000, Shop, ShopThread, most)
            .Sample(0, 1_060_000, ShopThread, InProgram).Stack(0, 1_060_001, 1_060_000, Shop, ShopThread, most[1..])
            // Nobody tells a stack: none that could be whole.
            .Sample(0, 1_065_000, ShopThread, InProgram)
            .Switch(0, 1_070_000, ShopThread, SystemThread, 5, 0).Stack(0, 1_070_001, 1_070_000, Shop, ShopThread, InKernel).Build();

        Assert.Equal(["samples 4 2 of 6", "switches 0 1 of 1"], Told(ExtractedEtl.Of(content)));
    }

    [Theory]
    [Trait(Needs.Trait, Needs.DataReason)]
    [InlineData("perfview/net.4.5.2.x86.etl.zip")]
    [InlineData("perfview/net.4.5.x86.win7.etl.zip")]
    public void Of_a_real_trace_each_stack_is_counted_once(string file)
    {
        CollectingSink sink = ExtractedEtl.Of(EtlFiles.PathOf(file));
        RecorderEventRow[] rows = [.. sink.Rows<RecorderEventRow>()];

        Assert.Equal(["samples", "other events"], rows.Select(row => sink.Text(row.Event)));
        Assert.All(rows, static row => Assert.Equal(row.Kept, row.WholeStacks + row.CutStacks));
        // Each sample of a thread of a program has a stack.
        int ofPrograms = sink.Rows<CpuSampleRow>().Count(static row => row.StackId > 0);
        Assert.InRange(rows[0].Kept, 1, ofPrograms);
        Assert.True(rows[0].WholeStacks > 0.9 * rows[0].Kept, $"{rows[0]}");
    }

    private static string[] Told(CollectingSink sink) =>
        [.. sink.Rows<RecorderEventRow>().Select(row => $"{sink.Text(row.Event)} {row.WholeStacks} {row.CutStacks} of {row.Kept}")];
}
