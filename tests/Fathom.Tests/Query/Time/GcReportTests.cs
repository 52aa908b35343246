using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Tables;
using Fathom.Model.Traces;
using Fathom.Query.Sessions;
using Fathom.Query.Time;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>Garbage collections by generation: sums of what each has, and null where nothing tells.</summary>
public sealed class GcReportTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Collections_are_summed_by_generation_with_background_ones_apart_and_pauses_without_a_collection_are_a_row()
    {
        GcReport report = Report(static (writer, ids) =>
        {
            writer.Write<GcRow>(
            [
                Gc(ids, 1, 1, 0, "blocking", "small objects", 100, 10, 1_000),
                Gc(ids, 1, 2, 0, "blocking during background", "small objects", 200, 30, null),
                Gc(ids, 1, 3, 0, "blocking", "large objects", 300, 20, 3_000),
                Gc(ids, 1, 4, 0, "blocking", "small objects", 400, 90, null),
                Gc(ids, 1, 5, 2, "background", "large objects", 150, null, 5_000),
                Gc(ids, 1, 6, 2, "blocking", "induced", 500, 7, 2_000),
                Gc(ids, 2, 1, 1, "blocking", "induced", 50, 1_000, 70),
            ]);
            writer.Write<GcPauseRow>([new(1, 5, 4, null, ids.Text("gc"), null), new(1, 6, 6, null, ids.Text("gc"), 77), new(1, 100, 10, null, ids.Text("gc"), 1)]);
        });

        Assert.Equal(
            [
                ["b", "20", "1", "blocking", "1", "1000", "1000", "1000", "induced 1", "70", "10", "0"],
                ["a", "10", "0", "blocking", "4", "150", "25", "90", "small objects 3, large objects 1", "3000", "1.5", "0"],
                ["a", "10", "2", "blocking", "1", "7", "7", "7", "induced 1", "2000", "0.07", "0"],
                ["a", "10", "2", "background", "1", "", "", "", "large objects 1", "5000", "", "1"],
                ["a", "10", "", "not in the trace", "", "10", "5", "6", "", "", "0.1", "0"],
            ],
            report.Generations().Rows.Select(static row => row.Select(static cell => cell.Kind == CellKind.Real ? $"{Math.Round(cell.Number, 9)}" : cell.ToString()).ToArray()));
        Assert.Equal(
            [new GcSum("b", 20, 1, 10_000, 1_000, 1_000, 0, null), new GcSum("a", 10, 6, 10_000, 167, 90, 1, 300_000)],
            report.Sums());
        Assert.Equal([(1, 1_000), (4, 90), (2, 30), (3, 20), (1, 10)], report.Longest().Select(static pause => ((int)pause.Number, (int)pause.PauseNs)));
    }

    [Fact]
    public void Without_collections_there_is_no_row_and_no_sum()
    {
        GcReport report = Report(static (_, _) => { });

        Assert.Empty(report.Generations().Rows);
        Assert.Empty(report.Sums());
        Assert.Empty(report.Longest());
    }

    private static GcRow Gc(Interner ids, uint process, int number, int generation, string kind, string reason, long start, long? pause, long? heap) => new()
    {
        ProcessId = process, Number = number, Generation = generation, Kind = ids.Text(kind), Reason = ids.Text(reason), StartNs = start, PauseNs = pause, HeapBytes = heap,
    };

    private GcReport Report(Action<RecordingWriter, Interner> write)
    {
        string path = _folder.File("a.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom gc")))
        {
            Interner ids = writer.Ids;
            writer.Write<TraceRow>([new TraceRow
            {
                TraceId = 1, Format = ids.Text("nettrace"), File = ids.Text("a"), DurationNs = 10_000, Recorder = ids.Text("EventPipe"), Clock = ids.Text("unknown"),
            }]);
            writer.Write<ProcessRow>([new ProcessRow { ProcessId = 1, Pid = 10, Name = ids.Text("a") }, new ProcessRow { ProcessId = 2, Pid = 20, Name = ids.Text("b") }]);
            writer.Write<AllocationSampleRow>([new(1, 1, 0, ids.Text("T"), ids.Text("small"), 8, 200_000, 0), new(2, 1, 0, ids.Text("T"), ids.Text("small"), 8, 100_000, 0)]);
            write(writer, ids);
            writer.Commit();
        }

        using RecordingReader reader = RecordingReader.Open(path);
        using QuerySession session = QuerySession.Open(reader);
        return new GcReport(session, 0, TestContext.Current.CancellationToken);
    }
}
