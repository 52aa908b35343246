using Fathom.Model.Results;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Growth out of a recording: a linear serializer, a quadratic one, and one that stops at a size.</summary>
public sealed class ScalingTableTests : IDisposable
{
    private static readonly int[] s_sizes = [100, 1000, 10_000];

    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void A_quadratic_serializer_is_caught_and_a_failure_at_a_size_is_said()
    {
        using RecordingReader recording = Record();
        using QuerySession session = QuerySession.Open(recording);
        ResultTable table = new SerializerReport(session, default).Scaling(0);

        Snapshot.Match(TwoRecordings.Csv(table), "serializers-scaling.csv");
        Assert.Equal(SerializerShapes.Scaling.Columns, table.Columns);
        Cell[] quadratic = Row(table, "Quadratic", "deserialize"), linear = Row(table, "Linear", "deserialize");
        Assert.True(quadratic[table.IndexOf("superlinear")].Boolean);
        Assert.Equal(2, quadratic[table.IndexOf("exponent")].Number, 0.01);
        Assert.False(linear[table.IndexOf("superlinear")].Boolean);
        Assert.Equal((20, 50), (linear[table.IndexOf("object_bytes")].Number, linear[table.IndexOf("fixed_bytes")].Number));
        Cell[] stops = Row(table, "Stops", "serialize");
        Assert.Equal((10_000, "hang"), (stops[table.IndexOf("failed_n")].Integer, stops[table.IndexOf("outcome")].Text));
        Assert.True(stops[table.IndexOf("exponent")].IsNull);
    }

    private static Cell[] Row(ResultTable table, string serializer, string operation) =>
        table.Rows.Single(row => row[table.IndexOf("serializer")].Text == serializer && row[table.IndexOf("operation")].Text == operation);

    private RecordingReader Record()
    {
        string path = _folder.File("growth.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers scaling"));
        Interner ids = writer.Ids;
        SerializerCaseRow[] cases = [.. s_sizes.Select((n, index) => new SerializerCaseRow((uint)index + 1, ids.Text("bookshelf"), n, 0, ids.Text("seed=42"), TextId.None, ids.Text("books")))];
        writer.Write<SerializerCaseRow>(cases);
        Write(writer, 1, "Linear", static n => 10 * n, int.MaxValue);
        Write(writer, 2, "Quadratic", static n => 10 * n * n, int.MaxValue);
        Write(writer, 3, "Stops", static n => 10 * n, 10_000);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private static void Write(RecordingWriter to, uint id, string name, Func<long, long> time, int failsAt)
    {
        Interner ids = to.Ids;
        TextId none = TextId.None;
        SerializerRow row = new(
            id, ids.Text(name), ids.Text(name), none, none, none, 0, none, ids.Text("serializer"), ids.Text("10.0.0"), ids.Text("jit"), ids.Text("available"), none, none, none);
        to.Write(new ReadOnlySpan<SerializerRow>(in row));
        for (uint index = 0; index < s_sizes.Length; index++)
        {
            int n = s_sizes[index];
            bool fails = n >= failsAt;
            SerializerResultRow result = new(id, index + 1, ids.Text(fails ? "hang" : "ok"), fails ? ids.Text("no answer within 60 s") : none, none, fails ? null : 50 + (20 * n), null, null, null);
            to.Write(new ReadOnlySpan<SerializerResultRow>(in result));
            foreach (string operation in fails ? [] : new[] { "serialize", "deserialize" })
            {
                for (int launch = 1; launch <= 3; launch++)
                {
                    // A percent more per launch.
                    SerializerSampleRow sample = new(id, index + 1, ids.Text(operation), ids.Text("stream"), 1, launch, 1, 1, 1, time(n) * (99 + launch) / 100, 0, 0, 0, 0, 0, null, 1, 1);
                    to.Write(new ReadOnlySpan<SerializerSampleRow>(in sample));
                }
            }
        }
    }
}
