using Fathom.Sources.Events;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Symbols;
using Fathom.Sources.Traces.Rows;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>Which method was at an address at a time.</summary>
public sealed class MethodMapTests
{
    private const uint Compiled = 8;

    private static readonly (long, long) s_always = (long.MinValue, long.MaxValue);

    private readonly MethodMap _map = new(new MethodNames());

    [Fact]
    public void Code_that_was_unloaded_and_code_that_came_in_its_place_have_their_own_time()
    {
        _map.Load(Code("First"), 10);
        _map.Unload(Code("First"), 20);
        _map.Load(Code("Second"), 30);
        _map.AddLast(Code("Second"));

        Assert.Equal(("T.First", null, "T.Second"), (At(10, 20), At(20, 30), At(30, long.MaxValue)));
    }

    [Fact]
    public void Code_from_before_the_trace_is_known_by_its_end_and_by_what_is_told_last()
    {
        _map.Unload(Code("Old"), 20);
        _map.AddLast(Code("New"));
        _map.AddLast(Code("Other", start: 0x9000));

        Assert.Equal(("T.Old", "T.New"), (At(long.MinValue, 20), At(20, long.MaxValue)));
        Assert.Equal("T.Other", _map.Find(0x9000, (long.MinValue, 5))?.Name);
    }

    [Fact]
    public void Code_of_other_places_that_overlaps_goes_before_what_came_later()
    {
        _map.Unload(Code("Old", start: 0x1000, size: 0x80), 20);
        _map.AddLast(Code("New", start: 0x1040, size: 0x80));

        Assert.Equal("T.Old", _map.Find(0x1050, (long.MinValue, 20))?.Name);
        Assert.Equal("T.New", _map.Find(0x1050, (20, long.MaxValue))?.Name);
        Assert.Equal("T.Old", _map.Find(0x1010, s_always)?.Name);
        Assert.Equal("T.New", _map.Find(0x10a0, s_always)?.Name);
    }

    [Theory]
    [InlineData(Compiled | (5 << 7), "T.Loop")]
    [InlineData(Compiled | (4 << 7), null)]
    [InlineData(Compiled, null)]
    [InlineData(5 << 7, null)]
    public void An_address_right_before_code_has_its_name_only_where_that_replaced_its_caller_on_the_stack(uint flags, string? name)
    {
        foreach (Action<MethodMap> tell in (Action<MethodMap>[])[
            map => map.Load(Code("Loop", start: 0x2000, flags: flags), null),
            map => map.AddLast(Code("Loop", start: 0x2000, flags: flags)),
            map => map.Unload(Code("Loop", start: 0x2000, flags: flags), 20)])
        {
            TracedProcess process = new(1, 7, isNew: false, new MethodNames());
            tell(process.Methods);

            Assert.Equal(name, EventStacks.NameOf(process, 0x1fff, s_always)?.Name);
            Assert.Null(EventStacks.NameOf(process, 0x1ffe, s_always));
            Assert.Equal("T.Loop", EventStacks.NameOf(process, 0x2000, s_always)?.Name);
        }
    }

    [Fact]
    public void Code_that_is_told_twice_is_one_and_that_of_an_image_has_no_beginning()
    {
        _map.Load(Code("Same"), 10);
        _map.Load(Code("Same"), 40);
        _map.Load(Code("Ahead", start: 0x5000), null);

        Assert.Equal(("T.Same", "T.Ahead"), (At(10, 20), _map.Find(0x5001, (0, 5))?.Name));
        Assert.False(_map.Changes().Any);
    }

    [Fact]
    public void Changes_are_known_where_code_of_several_methods_was()
    {
        _map.Load(Code("First"), 10);
        _map.Load(Code("Second"), 30);
        _map.Load(Code("Alone", start: 0x7000), 40);

        ReusedCode changes = _map.Changes();

        Assert.Equal([(long.MinValue, 10L), (10L, 30L), (30L, long.MaxValue)], ((long[])[5, 15, 35]).Select(time => changes.SpanOf(changes.Marked(0x1010, time))));
        Assert.Equal(0x7000ul, changes.Marked(0x7000, 100));
    }

    [Fact]
    public void What_has_no_room_is_counted()
    {
        MethodMap small = new(new MethodNames(), most: 1);
        small.AddLast(Code("First"));
        small.AddLast(Code("Second", start: 0x8000));

        Assert.Equal((1, "T.First", null), (small.Overflows, small.Find(0x1000, s_always)?.Name, small.Find(0x8000, s_always)?.Name));
    }

    private string? At(long fromNs, long toNs) => _map.Find(0x1010, (fromNs, toNs))?.Name;

    private static MethodCode Code(string name, ulong start = 0x1000, uint size = 0x40, uint flags = Compiled) => new(1, 2, start, size, flags, "T", name, default);
}
