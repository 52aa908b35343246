using Fathom.Sources.Traces.Rows;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Rows;

/// <summary>Marks of addresses at which code came and went.</summary>
public sealed class ReusedCodeTests
{
    [Fact]
    public void An_address_has_a_mark_for_each_change_before_its_time_and_the_mark_tells_the_span()
    {
        ReusedCode code = new();
        code.Change(0x1000, 0x100, 50);
        code.Change(0x1080, 0x10, 90);

        List<ulong> marked = [.. ((long[])[49, 50, 89, 90, 1000]).Select(time => code.Marked(0x1084, time))];

        Assert.Equal([0x1084, 0x1_0000_0000_1084, 0x1_0000_0000_1084, 0x2_0000_0000_1084, 0x2_0000_0000_1084], marked);
        Assert.All(marked, static one => Assert.Equal(0x1084ul, ReusedCode.Plain(one)));
        Assert.Equal([(long.MinValue, 50L), (50L, 90L), (50L, 90L), (90L, long.MaxValue), (90L, long.MaxValue)], marked.Select(code.SpanOf));
        Assert.Equal(0x1_0000_0000_1004ul, code.Marked(0x1004, 1000));
    }

    [Fact]
    public void Addresses_elsewhere_and_those_of_the_kernel_have_none()
    {
        ReusedCode code = new();
        code.Change(0x1000, 0x100, 50);
        code.Change(0xffff_8000_0000_0000, 0x100, 50);

        Assert.Equal([0x900ul, 0x1200ul, 0xffff_8000_0000_0010ul], ((ulong[])[0x900, 0x1200, 0xffff_8000_0000_0010]).Select(address => code.Marked(address, 60)));
        Assert.Equal(0xffff_8000_0000_0010ul, ReusedCode.Plain(0xffff_8000_0000_0010));
        Assert.Equal((long.MinValue, long.MaxValue), code.SpanOf(0x1200));
        Assert.False(new ReusedCode().Any);
    }

    [Fact]
    public void Only_memory_in_which_a_frame_was_counts_as_seen_and_what_is_too_long_for_a_method_never()
    {
        ReusedCode code = new();
        code.Saw(0x2010);

        Assert.True(code.WasSeen(0x1f00, 0x200));
        Assert.False(code.WasSeen(0x2100, 0x200));
        Assert.False(code.WasSeen(0, uint.MaxValue));
        Assert.False(code.WasSeen(ulong.MaxValue - 10, 0x100));
    }

    [Fact]
    public void Lines_without_room_stay_as_they_are()
    {
        ReusedCode code = new(mostLines: 2);
        code.Change(0x1000, 0x1000, 5);

        Assert.Equal((0x1_0000_0000_1040ul, 0x1080ul), (code.Marked(0x1040, 9), code.Marked(0x1080, 9)));
    }
}
