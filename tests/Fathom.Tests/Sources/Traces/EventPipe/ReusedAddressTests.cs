using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.Sources.Traces.Joined;
using Fathom.TestSupport;
using Fathom.Tests.Formats.NetTrace;
using Fathom.Tests.Formats.PerfData;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>Streams in which one address is code of several methods, one after the other: a sample gets the name of its time.</summary>
public sealed class ReusedAddressTests
{
    private const string Runtime = "Microsoft-Windows-DotNETRuntime";
    private const string Rundown = "Microsoft-Windows-DotNETRuntimeRundown";
    private const int Pid = 77;
    private const ulong Start = 0x7f00_0000_1000;
    private const int Sample = 1;
    private const int Loaded = 2;
    private const int Unloaded = 3;
    private const int Last = 4;

    [Fact]
    public void A_sample_has_the_name_that_was_valid_at_its_time()
    {
        List<string?> names = Names(
            Of(Loaded, "First"), Of(Sample), Of(Sample), Of(Unloaded, "First"), Of(Loaded, "Second"), Of(Sample), Of(Unloaded, "Second"), Of(Loaded, "Third"), Of(Sample), Of(Last, "Third"));

        Assert.Equal(["T.First", "T.First", "T.Second", "T.Third"], names);
    }

    [Fact]
    public void Code_from_before_the_trace_has_its_name_until_it_goes()
    {
        List<string?> names = Names(Of(Sample), Of(Unloaded, "Old"), Of(Loaded, "New"), Of(Sample), Of(Last, "New"));

        Assert.Equal(["T.Old", "T.New"], names);
    }

    [Fact]
    public void Code_whose_end_the_trace_does_not_tell_is_not_called_what_came_later()
    {
        List<string?> names = Names(Of(Sample), Of(Loaded, "New"), Of(Sample), Of(Last, "New"));

        Assert.Equal(["unknown!?", "T.New"], names);
    }

    [Fact]
    public void Without_a_change_equal_stacks_are_one()
    {
        CollectingSink sink = Extract(Of(Loaded, "Only"), Of(Sample), Of(Sample), Of(Loaded, "Other", Start + 0x1000), Of(Sample), Of(Last, "Only"));

        Assert.Single(sink.Rows<CpuSampleRow>().Select(static row => row.StackId).Distinct());
        Assert.Single(sink.Rows<FrameRow>());
    }

    [Fact]
    public void Samples_of_perf_have_the_name_of_their_time_too()
    {
        using TestFolder folder = new();
        string perf = folder.File("perf.data"), events = folder.File("app.nettrace");
        // The stream begins at 1,000; each event is 10 later.
        File.WriteAllBytes(events, Stream([Of(Loaded, "First"), Of(Sample), Of(Unloaded, "First"), Of(Loaded, "Second"), Of(Sample), Of(Last, "Second")]).End());
        File.WriteAllBytes(perf, Perf(1_005, 1_015, 1_025, 1_045));
        CollectingSink sink = new();

        new JoinedTraceExtractor(perf, [events]).Run(sink, new Progress<Progress>(), CancellationToken.None);

        Assert.Equal(["[compiled code]!?", "T.First", "T.First", "T.Second"], NamesOf(sink));
        Assert.All(sink.Rows<FramePlaceRow>(), static place => Assert.Equal(Start + 0x10, place.Place));
    }

    private static List<string?> Names(params (int Kind, string Name, ulong Start)[] events) => NamesOf(Extract(events));

    private static List<string?> NamesOf(CollectingSink sink)
    {
        Dictionary<uint, string?> methods = sink.Rows<MethodRow>().ToDictionary(static row => row.MethodId, row => sink.Text(row.Name));
        Dictionary<uint, string?> frames = sink.Rows<FrameRow>().ToDictionary(static row => row.FrameId, row => methods[row.MethodId]);
        Dictionary<uint, string?> stacks = sink.Rows<StackFrameRow>().ToDictionary(static row => row.StackId, row => frames[row.FrameId]);
        return [.. sink.Rows<CpuSampleRow>().Select(row => stacks[row.StackId])];
    }

    private static CollectingSink Extract(params (int Kind, string Name, ulong Start)[] events)
    {
        using TestFolder folder = new();
        string file = folder.File("test.nettrace");
        File.WriteAllBytes(file, Stream(events).End());
        CollectingSink sink = new();
        new NetTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return sink;
    }

    private static NetTraceBytes Stream((int Kind, string Name, ulong Start)[] events) => new NetTraceBytes()
        .Kind(Sample, "Microsoft-DotNETCore-SampleProfiler", 0, "", []).Kind(Loaded, Runtime, 143, "", []).Kind(Unloaded, Runtime, 144, "", []).Kind(Last, Rundown, 144, "", [])
        .Stacks(1, [Start + 0x10])
        .Block("EventBlock", NetTraceBytes.PlainBlock([.. events.Select((one, index) => NetTraceBytes.PlainEvent(
            one.Kind, index + 1, 7, one.Kind == Sample ? 1 : 0, 1_010 + (index * 10), one.Kind == Sample ? [2, 0, 0, 0] : Method(one.Name, one.Start)))]));

    private static (int Kind, string Name, ulong Start) Of(int kind, string name = "", ulong start = Start) => (kind, name, start);

    private static byte[] Method(string name, ulong start) => PerfDataBytes.Bytes(w =>
    {
        w.Write(1L);
        w.Write(2L);
        w.Write(start);
        w.Write(0x80);
        w.Write(0);
        w.Write(8);
        foreach (string text in (string[])["T", name, "void ()"])
            w.Write(Encoding.Unicode.GetBytes(text + "\0"));
        w.Write((short)0);
    });

    private static byte[] Perf(params ulong[] times)
    {
        DateTime start = new(2024, 5, 17, 10, 20, 30, 400, DateTimeKind.Utc);
        PerfDataBytes trace = new PerfDataBytes().Event([1], PerfDataBytes.Usual | PerfSampleFields.Callchain).Feature(29, w =>
        {
            w.Write(1);
            w.Write(1);
            w.Write((ulong)(start - DateTime.UnixEpoch).Ticks * 100);
            w.Write(1_000UL);
        });
        trace.Kernel(PerfRecordType.Mmap, 1_001, w =>
        {
            w.Write(Pid);
            w.Write(Pid);
            w.Write(Start);
            w.Write(0x1000UL);
            w.Write(0UL);
            PerfDataBytes.Name(w, "//anon");
        });
        foreach (ulong time in times)
        {
            trace.Record(PerfRecordType.Sample, w =>
            {
                w.Write(1UL);
                w.Write(Start + 0x10);
                w.Write(Pid);
                w.Write(7);
                w.Write(time);
                w.Write(2L);
                w.Write(2UL);
                w.Write(CallchainMarker.User);
                w.Write(Start + 0x10);
            });
        }

        return trace.File();
    }
}
