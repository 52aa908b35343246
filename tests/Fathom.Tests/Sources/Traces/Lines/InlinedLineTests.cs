using System.Text;
using Fathom.Formats.PortablePdb;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Sources.Traces.Joined;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Formats.PortablePdb;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Lines;

/// <summary>Streams that tell what was inlined into a method: frames in it have the line of the inlined method, and its name.</summary>
public sealed class InlinedLineTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const ulong Start = 0x7f00_0000_1000;
    private const ulong Outer = 1, Inner = 2, Foreign = 3, Nameless = 4, OwnType = 20, ForeignType = 30, OwnModule = 100, ForeignModule = 200;
    private const int Sample = 1, Loaded = 2, Inlined = 3, Details = 4, Types = 5, Module = 6;

    private static readonly uint s_outer = TokenOf(Calling), s_inner = TokenOf(Called);

    // From 0x10 the method itself, from 0x20 what it called, from 0x30 what that called of a module without a PDB, and from 0x40 what nobody names.
    private static readonly byte[] s_tree = InlineTreeTests.Bytes(
        [(Outer, uint.MaxValue, 1, 0), (Inner, 0, 2, 3), (Foreign, 0, 0, 0), (Nameless, 0, 0, 0)], (0, 0, 0x10), (0, 1, 0x20), (0, 2, 0x30), (0, 3, 0x40));

    [Theory]
    [InlineData(0x18, nameof(Calling), null)]
    [InlineData(0x28, nameof(Called), "InlinedLineTests.Called")]
    [InlineData(0x38, nameof(Called), "a method that the runtime did not name")]
    [InlineData(0x48, nameof(Calling), "a method that the runtime did not name")]
    public void A_frame_in_inlined_code_has_the_line_of_the_innermost_method_with_a_pdb(int offset, string method, string? inlined)
    {
        (FrameLineRow row, string? name, _) = Extract(offset, [Of(Loaded), Of(Inlined), Of(Details), Of(Types), Of(Sample), Of(Module)]);

        Assert.Equal(LineOf(method == nameof(Called) ? s_inner : s_outer), row.Line);
        Assert.True(inlined is null ? name is null : name?.EndsWith(inlined, StringComparison.Ordinal) == true, name);
    }

    [Fact]
    public void Parts_are_put_together_also_between_those_of_another_thread()
    {
        (int, byte[], int)[] parts =
        [
            Of(Loaded), Part(0, false, s_tree[..30]), Of(Loaded, 9), Part(0, false, s_tree[..50], 9), Part(1, true, s_tree[30..]), Of(Details), Of(Types), Of(Sample), Of(Module),
        ];

        Assert.Equal(LineOf(s_inner), Extract(0x28, parts).Row.Line);
    }

    [Fact]
    public void A_method_that_was_not_just_compiled_on_the_thread_and_damage_tell_nothing()
    {
        Assert.Null(Extract(0x28, [Of(Loaded, 9), Of(Inlined), Of(Details), Of(Types), Of(Sample), Of(Module)]).Row.Line);
        (FrameLineRow row, _, long lost) = Extract(0x28, [Of(Loaded), Part(0, true, s_tree[..^1]), Of(Details), Of(Types), Of(Sample), Of(Module)]);

        Assert.Null(row.Line);
        Assert.Equal(1, lost);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public void Cut_and_damaged_events_do_no_harm()
    {
        Random random = new(7);
        for (int i = 0; i < 150; i++)
        {
            (int Kind, byte[] Payload, int)[] events = [Of(Loaded), Of(Inlined), Of(Details), Of(Types), Of(Sample), Of(Module)];
            byte[] one = events[random.Next(1, 4)].Payload;
            for (int change = 0; change < 3; change++)
                one[random.Next(one.Length)] = (byte)random.Next(256);
            FrameLineRow row = Extract(random.Next(0x80), events).Row;
            Assert.True(row.Line > 0 || row.Reason.HasValue);
        }
    }

    private static int Calling(int value)
    {
        return Called(value);
    }

    private static int Called(int value)
    {
        return value + 1;
    }

    private static uint TokenOf(Func<int, int> method) => (uint)method.Method.MetadataToken;

    private static int LineOf(uint token)
    {
        using PortablePdbFile pdb = PortablePdbFile.TryRead(OwnPdb.Bytes)!;
        return pdb.Find(token, 0)!.Value.Line;
    }

    private static (FrameLineRow Row, string? Inlined, long Lost) Extract(int offset, (int Kind, byte[] Payload, int Thread)[] events)
    {
        using TestFolder folder = new();
        string file = folder.File("test.nettrace");
        File.WriteAllBytes(file, new NetTraceBytes()
            .Kind(Sample, "Microsoft-DotNETCore-SampleProfiler", 0, "", []).Kind(Loaded, Runtime, 143, "", []).Kind(Inlined, Runtime + "Private", 189, "", [])
            .Kind(Details, Runtime, 72, "", []).Kind(Types, Runtime, 15, "", []).Kind(Module, Runtime + "Rundown", 154, "", [])
            .Stacks(1, [Start + (ulong)offset])
            .Block("EventBlock", NetTraceBytes.PlainBlock([.. events.Select((one, index) => NetTraceBytes.PlainEvent(
                one.Kind, index + 1, one.Thread, one.Kind == Sample ? 1 : 0, 1_010 + (index * 10), one.Payload))]))
            .End());
        CollectingSink sink = new();
        new JoinedTraceExtractor(null, [file]).Run(sink, new Progress<Progress>(), CancellationToken.None);
        FrameLineRow row = Assert.Single(sink.Rows<FrameLineRow>());
        long lost = sink.Losses.Where(loss => sink.Text(loss.Reason)?.StartsWith("what was inlined", StringComparison.Ordinal) == true).Sum(static loss => loss.Count);
        return (row, row.InlinedMethod.HasValue ? sink.Text(row.InlinedMethod) : null, lost);
    }

    private static (int Kind, byte[] Payload, int Thread) Of(int kind, int thread = 7) => (kind, kind switch
    {
        Sample => [2, 0, 0, 0],
        Inlined => Part(0, true, s_tree).Payload,
        Loaded => Bytes(w => Write(w, thread == 7 ? Outer : 50UL, OwnModule, thread == 7 ? Start : Start + 0x10000, 0x80, s_outer, 8, "T", "Calling", "")),
        Details => Bytes(w => Write(w, Inner, OwnType, s_inner, 0, OwnModule)),
        Types => Bytes(w => Write(w, 2, (short)0, OwnType, OwnModule, 0, 0, (byte)18, "", 1, 8UL, ForeignType, ForeignModule, 0, 0, (byte)18, "", 0)),
        _ => Bytes(w =>
        {
            Write(w, OwnModule, 3UL, 0L, OwnPdb.AssemblyPath, "", (short)0);
            w.Write(OwnPdb.Debug.Id.ToByteArray());
            Write(w, 1, "/obj/Fathom.Tests.pdb");
        }),
    }, thread);

    private static (int Kind, byte[] Payload, int Thread) Part(uint number, bool isLast, byte[] bytes, int thread = 7) => (Inlined, Bytes(w =>
    {
        Write(w, (short)0, thread == 7 ? Outer : 50UL, 0L, 0L, number | (isLast ? 0x8000_0000 : 0), bytes.Length);
        w.Write(bytes);
    }), thread);

    private static byte[] Bytes(Action<BinaryWriter> write) => PerfDataBytes.Bytes(write);

    private static void Write(BinaryWriter writer, params object[] fields)
    {
        foreach (object field in fields)
        {
            switch (field)
            {
                case ulong value: writer.Write(value); break;
                case long value: writer.Write(value); break;
                case uint value: writer.Write(value); break;
                case int value: writer.Write(value); break;
                case short value: writer.Write(value); break;
                case byte value: writer.Write(value); break;
                default: writer.Write(Encoding.Unicode.GetBytes($"{field}\0")); break;
            }
        }
    }
}
