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

/// <summary>Streams that tell methods, their maps and their module: frames get the lines.</summary>
public sealed class FrameLineTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private const ulong Start = 0x7f00_0000_1000;
    private const int Sample = 1;
    private const int Map = 2;
    private const int Last = 3;
    private const int Module = 4;
    private const int Loaded = 5;

    private static readonly uint s_token = (uint)((Func<int, int>)Known).Method.MetadataToken;

    [Fact]
    public void A_frame_has_the_line_of_its_instruction_and_a_caller_that_of_its_call()
    {
        // The return address is where the second statement begins: the call is the end of the first.
        FrameLineRow[] rows = Extract([Start + 0x60, Start + 0x60], Of(Sample), Of(Map, 1), Of(Last, 1), Of(Module));

        (int first, int second) = Lines();
        Assert.Equal([second, first], rows.Select(static row => row.Line ?? 0));
    }

    [Fact]
    public void A_map_counts_for_the_code_that_is_told_next_only()
    {
        Assert.Equal("its runtime did not tell the lines of this code: it was killed, or not asked", Reason(Of(Sample), Of(Map, 2), Of(Last, 1), Of(Module)));
        Assert.Equal("its runtime did not tell the lines of this code: it was killed, or not asked", Reason(Of(Sample), Of(Last, 1), Of(Map, 1), Of(Module)));
        Assert.Equal("its runtime did not tell the lines of this code: it was killed, or not asked", Reason(Of(Loaded, 1), Of(Sample), Of(Module)));
        Assert.Null(Reason(Of(Loaded, 1), Of(Sample), Of(Map, 2), Of(Map, 1), Of(Last, 1), Of(Module)));
    }

    [Fact]
    public void Without_a_method_or_a_module_there_is_a_reason()
    {
        Assert.Equal("its runtime did not tell which method this is", Reason(Of(Sample), Of(Module)));
        Assert.Equal("its module is not known, as of code that was made at run time", Reason(Of(Sample), Of(Map, 1), Of(Last, 1)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(18)]
    [InlineData(19)]
    [InlineData(40)]
    public void A_cut_map_is_none(int bytes) =>
        Assert.Equal("its runtime did not tell the lines of this code: it was killed, or not asked", Reason(Of(Sample), (Map, MapOf(1)[..bytes]), Of(Last, 1), Of(Module)));

    [Fact]
    [Trait("Category", "Slow")]
    public void A_map_with_offsets_that_make_no_sense_has_a_line_or_a_reason()
    {
        byte[] map = MapOf(1);
        Random random = new(4);
        for (int i = 0; i < 200; i++)
        {
            random.NextBytes(map.AsSpan(19, map.Length - 21));
            FrameLineRow row = Extract([Start + 0x20], Of(Sample), (Map, map), Of(Last, 1), Of(Module))[0];
            Assert.True(row.Line > 0 || row.Reason.HasValue);
        }
    }

    private static int Known(int value)
    {
        GC.KeepAlive(null);
        GC.KeepAlive("two");
        return value;
    }

    private static (int First, int Second) Lines()
    {
        using PortablePdbFile pdb = PortablePdbFile.TryRead(OwnPdb.Bytes)!;
        return (pdb.Find(s_token, 0)!.Value.Line, pdb.Find(s_token, SecondOffset())!.Value.Line);
    }

    private static int SecondOffset()
    {
        using PortablePdbFile pdb = PortablePdbFile.TryRead(OwnPdb.Bytes)!;
        int first = pdb.Find(s_token, 0)!.Value.Line, offset = 1;
        while (pdb.Find(s_token, offset)!.Value.Line == first)
            offset++;
        return offset;
    }

    private static string? Reason(params (int Kind, byte[] Payload)[] events)
    {
        using TestFolder folder = new();
        CollectingSink sink = Run(folder, [Start + 0x20], events);
        FrameLineRow row = Assert.Single(sink.Rows<FrameLineRow>());
        return row.Line is null ? sink.Text(row.Reason) : null;
    }

    private static FrameLineRow[] Extract(ulong[] stack, params (int Kind, byte[] Payload)[] events)
    {
        using TestFolder folder = new();
        return [.. Run(folder, stack, events).Rows<FrameLineRow>()];
    }

    private static CollectingSink Run(TestFolder folder, ulong[] stack, (int Kind, byte[] Payload)[] events)
    {
        string file = folder.File("test.nettrace");
        File.WriteAllBytes(file, new NetTraceBytes()
            .Kind(Sample, "Microsoft-DotNETCore-SampleProfiler", 0, "", []).Kind(Map, Rundown, 150, "", []).Kind(Last, Rundown, 144, "", [])
            .Kind(Module, Rundown, 154, "", []).Kind(Loaded, Runtime, 143, "", [])
            .Stacks(1, stack)
            .Block("EventBlock", NetTraceBytes.PlainBlock([.. events.Select((one, index) => NetTraceBytes.PlainEvent(
                one.Kind, index + 1, 7, one.Kind == Sample ? 1 : 0, 1_010 + (index * 10), one.Payload))]))
            .End());
        CollectingSink sink = new();
        new JoinedTraceExtractor(null, [file]).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return sink;
    }

    private static (int Kind, byte[] Payload) Of(int kind, long method = 0) =>
        (kind, kind switch { Sample => [2, 0, 0, 0], Map => MapOf(method), Module => ModuleOf(), _ => Method(method) });

    // Before 0x10 nothing, from there on the first statement, and from 0x60 on the second.
    private static byte[] MapOf(long method) => PerfDataBytes.Bytes(w =>
    {
        w.Write(method);
        w.Write(0L);
        w.Write((byte)0);
        w.Write((short)3);
        foreach (int il in (int[])[-2, SecondOffset(), 0])
            w.Write(il);
        foreach (int native in (int[])[0, 0x60, 0x10])
            w.Write(native);
        w.Write((short)0);
    });

    private static byte[] Method(long method) => PerfDataBytes.Bytes(w =>
    {
        w.Write(method);
        w.Write(2L);
        w.Write(Start);
        w.Write(0x80);
        w.Write(s_token);
        w.Write(8);
        foreach (string text in (string[])["T", "Known", "void ()"])
            w.Write(Encoding.Unicode.GetBytes(text + "\0"));
        w.Write((short)0);
    });

    private static byte[] ModuleOf() => PerfDataBytes.Bytes(w =>
    {
        w.Write(2L);
        w.Write(3L);
        w.Write(0L);
        w.Write(Encoding.Unicode.GetBytes(OwnPdb.AssemblyPath + "\0\0"));
        w.Write((short)0);
        w.Write(OwnPdb.Debug.Id.ToByteArray());
        w.Write(1);
        w.Write(Encoding.Unicode.GetBytes("/obj/Fathom.Tests.pdb\0"));
    });
}
