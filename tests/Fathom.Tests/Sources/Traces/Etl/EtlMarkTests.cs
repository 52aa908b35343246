using System.Text;
using Fathom.Capture.Extraction;
using Fathom.Capture.Subjects;
using Fathom.Formats.Etl;
using Fathom.Model.Processes;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Query.Time;
using Fathom.Sources.Subjects;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Marks out of Windows traces that this test writes: no public file has any.</summary>
public sealed class EtlMarkTests
{
    private const int Shop = 700;
    private const int Tid = 704;

    [Fact]
    public void A_mark_has_its_time_text_and_the_thread_that_had_the_processor()
    {
        byte[] content = new EtlBytes(2, 10_000_000, 1_000_000).Process(1_000_100, Shop, 4, "shop.exe").Thread(1_000_110, Shop, Tid)
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.Mark, 2, Encoding.ASCII.GetBytes("warm up\0"))
            // Of a processor whose thread nobody tells; without the zero at its end; and an empty one.
            .PerfInfo(1, 1_030_000, KernelHook.Mark, 2, Encoding.UTF8.GetBytes("Prüfung"))
            .PerfInfo(0, 1_040_000, KernelHook.Mark, 2, []).Build();

        CollectingSink sink = ExtractedEtl.Of(content);

        MarkerRow[] rows = [.. sink.Rows<MarkerRow>()];
        uint shop = sink.Rows<ProcessRow>().Single(static row => row.Pid == Shop).ProcessId, thread = sink.Rows<ThreadRow>().Single(static row => row.Tid == Tid).ThreadId;
        Assert.Equal(
            [(2_000_000L, shop, thread, "warm up"), (3_000_000L, 0u, 0u, "Prüfung"), (4_000_000L, shop, thread, "")],
            rows.Select(row => (row.TsNs, row.ProcessId, row.ThreadId, sink.Text(row.Text) ?? "")));
        Assert.All(rows, row => Assert.Equal("windows", sink.Text(row.Source)));
        Assert.DoesNotContain(sink.Rows<RuntimeEventRow>(), row => sink.Text(row.Event)!.EndsWith("/Mark", StringComparison.Ordinal));
    }

    [Fact]
    public void Marks_are_listed_and_bound_a_part_of_the_time()
    {
        CancellationToken stop = TestContext.Current.CancellationToken;
        using TestFolder folder = new();
        string path = folder.File("trace.etl");
        File.WriteAllBytes(path, new EtlBytes(1, 10_000_000, 1_000_000).Process(1_000_100, Shop, 4, "shop.exe").Thread(1_000_110, Shop, Tid)
            .Switch(0, 1_010_000, Tid, 0, 0, 0)
            .PerfInfo(0, 1_020_000, KernelHook.Mark, 2, Encoding.ASCII.GetBytes("load begins\0"))
            .PerfInfo(0, 1_050_000, KernelHook.Mark, 2, Encoding.ASCII.GetBytes("load ends\0")).Switch(0, 1_090_000, 0, Tid, 5, 6).Build());
        CaptureOptions options = new("fathom extract") { Time = TimeProvider.System };
        ExtractedTrace made = new ExtractRun(options, null, 1, again: false).Run([FileRecognizer.Describe(path)], new SilentProgress(), stop).Single();
        using RecordingReader recording = RecordingReader.Open(made.Recording!);
        using QuerySession session = QuerySession.Open(recording);

        TableRow[] listed = [.. TableRow.All(session.Run("time/markers", stop, QueryParameter.Of("rec", 0)))];
        TimeWindow part = new TraceReport(session, 0, stop).Window(new TimeBounds(At("--from", "load b*"), At("--to", "*ends")), static ns => $"{ns} ns");

        Assert.Equal(
            [(2_000_000L, "load begins", "windows", (long?)Shop), (5_000_000L, "load ends", "windows", Shop)],
            listed.Select(static row => (row.Number("start_ns")!.Value, row.Text("text")!, row.Text("source")!, row.Number("pid"))));
        Assert.Equal((2_000_000, 5_000_000), (part.BeginNs, part.EndNs));
    }

    private static TimeBound At(string option, string name) =>
        new(option, $"marker:{name}", 0, IsFromEnd: false, Moment: null, Anchor: new TimeAnchor(TimeAnchorKind.Marker, name));
}
