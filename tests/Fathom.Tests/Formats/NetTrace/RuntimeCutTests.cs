using System.Buffers.Binary;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Cutting;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>A part of a stream of events has the events of its time with their stacks, and what was told of code before; nothing that was left out on purpose counts as dropped.</summary>
public sealed class RuntimeCutTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";

    [Fact]
    public void Events_of_the_span_come_with_their_stacks_and_the_code_that_was_told_before()
    {
        byte[] stream = new NetTraceBytes().Kind(1, "App", 5).Kind(2, Runtime, 143).Kind(3, Runtime, 144).Kind(4, Rundown, 144)
            .Stacks(1, [0x10], [0x20])
            .Events(NetTraceBytes.Event(1, 0, 7, 1, 2_000, 1), NetTraceBytes.Event(2, 0, 7, 1, 10, Code(0xA000)), NetTraceBytes.Event(2, 0, 7, 1, 10, Code(0xB000)))
            .Events(NetTraceBytes.Event(3, 3, 7, 1, 2_100, Code(0xB000)), NetTraceBytes.Event(1, 4, 7, 2, 2_900, 2), NetTraceBytes.Event(1, 0, 7, 1, 1_500, 3))
            .Events(NetTraceBytes.Event(4, 6, 7, 0, 7_000, Code(0xC000))).End();

        List<string> cut = Cut(stream, (5_000, 6_500), out NetTraceTotals totals);

        Assert.Equal([$"5000 {Rundown} 144 a000 depth 0", "5000 App 5 2 depth 1:20", $"6499 {Rundown} 144 c000 depth 0"], cut);
        Assert.Equal((0, 0, NetTraceEnd.Complete), (totals.DroppedEvents, totals.DamagedBlocks, totals.End));
    }

    [Fact]
    public void Stacks_of_before_a_point_are_not_those_behind_it()
    {
        byte[] stream = new NetTraceBytes().Kind(1, "App", 5).Stacks(1, [0x10]).Events(NetTraceBytes.Event(1, 0, 7, 1, 2_000, 1))
            .Point((7, 1)).Stacks(1, [0x30]).Events(NetTraceBytes.Event(1, 1, 7, 1, 6_000, 2)).End();

        Assert.Equal(["6000 App 5 2 depth 1:30"], Cut(stream, (5_500, 6_500), out NetTraceTotals totals));
        Assert.Equal(0, totals.DroppedEvents);
    }

    // The runtime had no room for two events: numbers 3 and 4.
    [Fact]
    public void What_the_runtime_dropped_in_the_span_is_still_told()
    {
        byte[] stream = new NetTraceBytes().Kind(1, "App", 5).Events(
            NetTraceBytes.Event(1, 0, 7, 0, 1_000, 1), NetTraceBytes.Event(1, 0, 7, 0, 5_000, 2), NetTraceBytes.Event(1, 2, 7, 0, 100, 3)).End();

        Assert.Equal(2, Cut(stream, (5_500, 6_500), out NetTraceTotals totals).Count);
        Assert.Equal(2, totals.DroppedEvents);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(100_000)]
    public void A_stream_is_kept_whole_in_whatever_pieces_it_comes(int piece)
    {
        byte[] stream = new NetTraceBytes().Kind(1, "App", 5).Stacks(1, [0x10]).Events(NetTraceBytes.Event(1, 0, 7, 1, 2_000, 1, 2, 3)).End();
        byte[] kept = Kept(stream, piece);

        Assert.Equal(Cut(stream, (0, long.MaxValue), out _), Lines(Written([kept], (0, long.MaxValue)), out _));
        Assert.Single(Cut(stream, (0, long.MaxValue), out _));
    }

    // Code that is gone takes no room.
    [Fact]
    public void What_is_kept_of_code_does_not_grow_with_what_came_and_went()
    {
        RuntimeMoment moment = new();
        NetTraceBytes head = new NetTraceBytes().Kind(2, Runtime, 143).Kind(3, Runtime, 144);
        for (int i = 0; i < 1_000; i++)
            head.Events(NetTraceBytes.Event(2, 0, 7, 0, i + 1, Code((ulong)i + 1)), NetTraceBytes.Event(3, 0, 7, 0, 1, Code((ulong)i + 1)));
        head.Events(NetTraceBytes.Event(2, 0, 7, 0, 5_000, Code(0xD000)));
        moment.Take(new MemoryStream(Kept(head.End(), 4096)), long.MaxValue);
        using MemoryStream state = new();
        moment.Write(state);

        Assert.InRange(state.Length, 1, 1_000);
        Assert.Equal([$"9000 {Rundown} 144 d000 depth 0"], Lines(Written([state.ToArray()], (9_000, 9_900)), out _));
    }

    [Fact]
    public void What_is_told_of_code_beside_is_added()
    {
        byte[] stream = Kept(new NetTraceBytes().Kind(1, "App", 5).Events(NetTraceBytes.Event(1, 0, 7, 0, 6_000, 1)).End(), 4096);
        byte[] names = Kept(new NetTraceBytes().Kind(9, Rundown, 150).Kind(4, Rundown, 144).Events(
            NetTraceBytes.Event(9, 0, 7, 0, 8_000, Code(1)), NetTraceBytes.Event(4, 0, 7, 0, 1, Code(0xE000))).End(), 4096);

        using MemoryStream made = new();
        Assert.True(RuntimeCut.Write([() => new MemoryStream(stream)], [() => new MemoryStream(names)], (5_500, 6_500), isWhole: true, made));

        Assert.Equal(
            [$"5500 {Rundown} 150 1 depth 0", $"5500 {Rundown} 144 e000 depth 0", "6000 App 5 1 depth 0"], Lines(made.ToArray(), out _));
    }

    [Fact]
    public void A_file_that_is_cut_off_is_read_up_to_there()
    {
        byte[] kept = Kept(new NetTraceBytes().Kind(1, "App", 5).Events(NetTraceBytes.Event(1, 0, 7, 0, 6_000, 1)).End(), 4096);
        for (int length = 0; length < kept.Length; length++)
        {
            using MemoryStream made = new();
            byte[] part = kept[..length];
            if (RuntimeCut.Write([() => new MemoryStream(part)], null, (5_500, 6_500), isWhole: true, made))
                Assert.Empty(Lines(made.ToArray(), out _));
        }
    }

    private static byte[] Code(ulong address)
    {
        byte[] code = new byte[42];
        BinaryPrimitives.WriteUInt64LittleEndian(code, address);
        BinaryPrimitives.WriteUInt64LittleEndian(code.AsSpan(16), address);
        return code;
    }

    private static byte[] Kept(byte[] stream, int piece)
    {
        StreamSplitter splitter = new();
        using MemoryStream into = new();
        for (int at = 0; at < stream.Length; at += piece)
            splitter.Take(stream.AsSpan(at, Math.Min(piece, stream.Length - at)), into);
        Assert.True(splitter.HasEnded, splitter.Problem);
        return into.ToArray();
    }

    private static byte[] Written(byte[][] files, (long, long) span)
    {
        using MemoryStream made = new();
        Assert.True(RuntimeCut.Write([.. files.Select(static file => (Func<Stream>)(() => new MemoryStream(file)))], null, span, isWhole: true, made));
        return made.ToArray();
    }

    private static List<string> Cut(byte[] stream, (long, long) span, out NetTraceTotals totals) => Lines(Written([Kept(stream, 4096)], span), out totals);

    private static List<string> Lines(byte[] stream, out NetTraceTotals totals)
    {
        List<string> lines = [];
        NetTraceReader reader = new(new MemoryStream(stream), "cut");
        totals = reader.Read(
            new Teller((in NetTraceEvent at) =>
            {
                ulong first = at.Payload.Length >= 24 ? BinaryPrimitives.ReadUInt64LittleEndian(at.Payload) : at.Payload[0];
                string stack = at.Stack.Depth > 0 ? $":{at.Stack[0]:x}" : "";
                lines.Add($"{at.Header.Ticks} {at.Metadata.Provider} {at.Metadata.EventId} {first:x} depth {at.Stack.Depth}{stack}");
            }),
            CancellationToken.None);
        return lines;
    }
}
