using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Fathom.Tests.Model.Statistics;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>What disturbed a measurement is told, and is not in the ratios.</summary>
public sealed class NoiseNotesTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Nothing_is_told_of_a_calm_machine()
    {
        using RecordingReader recording = SerializerRecordings.Create(_folder, "calm", scale: 1);
        using QuerySession session = QuerySession.Open(recording);

        Assert.Empty(new SerializerReport(session, TestContext.Current.CancellationToken).Noise(0));
    }

    // Fast ran as long as ever and waited three times as long besides: its time is four times as long, and it is still the fastest.
    [Fact]
    public void Waiting_for_a_processor_is_told_and_is_in_the_time_but_in_no_ratio()
    {
        using RecordingReader calm = SerializerRecordings.Create(_folder, "calm", scale: 1), waiting = SerializerRecordings.Create(_folder, "waiting", scale: 1, waits: true);
        using QuerySession session = QuerySession.Open([calm, waiting]);
        SerializerReport report = new(session, TestContext.Current.CancellationToken);

        string note = Assert.Single(report.Noise(1));
        TableRow before = Fast(report, 0), after = Fast(report, 1);

        // Both operations of 3 processes with 4 samples each, of those of 5 that were timed.
        Assert.StartsWith("24 of 120 samples waited for a processor for more than 5 % of their time, though 24 were taken again", note, StringComparison.Ordinal);
        Assert.Equal(4, after.Real("deserialize_ns") / before.Real("deserialize_ns"), 1e-9);
        Assert.Equal(before.Real("deserialize_factor"), after.Real("deserialize_factor"), 2e-3);
        Assert.Equal(before.Text("rank"), after.Text("rank"));
    }

    [Fact]
    public void A_round_that_does_not_count_is_told()
    {
        using RecordingReader recording = Spoilt();
        using QuerySession session = QuerySession.Open(recording);
        SerializerReport report = new(session, TestContext.Current.CancellationToken);

        Assert.Equal(["books, n=10, lane stream: round 2 of processes did not count for ranks and ratios: samples scattered more than 3 times as much as in the others"], report.Noise(0));
        Assert.All(TableRow.All(report.Comparison(0)), static row => Assert.Equal(3, row.Number("rounds")));
    }

    private static TableRow Fast(SerializerReport report, int rec) =>
        TableRow.All(report.Comparison(rec)).Single(static row => row.Text("serializer") == "Fast" && row.Text("case_name") == "bookshelf");

    private RecordingReader Spoilt()
    {
        string path = _folder.File("spoilt.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers"));
        Interner ids = writer.Ids;
        TextId none = TextId.None;
        writer.Write<SerializerCaseRow>([new(1, ids.Text("books"), 10, 0, ids.Text("seed=42"), none, ids.Text("books"))]);
        Dictionary<long, double[]>[] things = new SimulatedRounds(12).Samples([1, 1.05, 1.3], 4, 10, process: 0.001, sample: 0.01);
        double[] wild = [1.5, 0.7, 1.9, 1, 0.6, 2.1, 1.3, 0.8, 1.7, 1];
        for (uint id = 1; id <= things.Length; id++)
        {
            writer.Write<SerializerRow>([new(
                id, ids.Text("S" + id), ids.Text("P" + id), none, none, none, 1, none, ids.Text("serializer"), ids.Text("10.0.0"), ids.Text("jit"),
                ids.Text("available"), none, none, none)]);
            writer.Write<SerializerResultRow>([new(id, 1, ids.Text("ok"), none, ids.Text("stream"), 100, null, null, null)]);
            foreach ((long launch, double[] samples) in things[id - 1])
            {
                for (int i = 0; i < samples.Length; i++)
                {
                    long ns = (long)(1000 * samples[i] * (launch == 2 ? wild[(i + (3 * (int)id)) % wild.Length] : 1));
                    foreach (string operation in new[] { "serialize", "deserialize" })
                        writer.Write<SerializerSampleRow>([new(id, 1, ids.Text(operation), ids.Text("stream"), 1, (int)launch, i + 1, 1, 1, ns, 0, 0, 0, 0, 0, null, 1, 1)]);
                }
            }
        }

        writer.Commit();
        return RecordingReader.Open(path);
    }
}
