using Fathom.Model.Results;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Query.Serializers;
using Fathom.Query.Sessions;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Serializers;

/// <summary>The trend over versions, on times that are known.</summary>
public sealed class VersionTrendTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Versions_follow_each_other_with_what_changed()
    {
        using RecordingReader recording = Record();
        using QuerySession session = QuerySession.Open(recording);

        ResultTable trend = new SerializerReport(session, default).Versions(0);

        Assert.Equal(SerializerShapes.Versions.Columns, trend.Columns);
        Assert.Equal(
            [
                ("Json 9.0.1", null, null, null), ("Json 10.0.1", 2.0, "slower", 1.0), ("Json 10.0.2", 0.5, "faster", 1.5), ("Json 13.0.0-beta2", 1.0, "as before", 1.0),
                ("Json (settings) 9.0.1", null, null, null), ("Json (settings) 10.0.1", 2.0, "slower", 1.0),
            ],
            trend.Rows.Select(row => (Text(row, "serializer"), Number(row, "deserialize_change", 2), Text(row, "reading"), Number(row, "size_change", 3))));

        string? Text(Cell[] row, string column) => row[trend.IndexOf(column)] is { IsNull: false } cell ? cell.Text : null;

        double? Number(Cell[] row, string column, int digits) => row[trend.IndexOf(column)] is { IsNull: false } cell ? Math.Round(cell.Number, digits) : null;
    }

    [Theory]
    [InlineData("9.0.1", "10.0.1", -1)]
    [InlineData("1.2", "1.2.0", 0)]
    [InlineData("1.2.0-beta.2", "1.2.0-beta.10", -1)]
    [InlineData("1.2.0-beta", "1.2.0", -1)]
    [InlineData("1.2.0-beta", "1.2.0-beta.1", -1)]
    [InlineData("1.2.0-1", "1.2.0-a", -1)]
    [InlineData("1.2.0+one", "1.2.0+two", 0)]
    public void Versions_are_in_the_order_of_packages(string a, string b, int order)
    {
        Assert.Equal(order, Math.Sign(PackageVersion.Order.Compare(a, b)));
        Assert.Equal(-order, Math.Sign(PackageVersion.Order.Compare(b, a)));
    }

    private RecordingReader Record()
    {
        string path = _folder.File("versions.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers trend"));
        Interner ids = writer.Ids;
        SerializerCaseRow one = new(1, ids.Text("bookshelf"), 100, 0, ids.Text("seed=42"), TextId.None, ids.Text("books"));
        writer.Write(new ReadOnlySpan<SerializerCaseRow>(in one));
        (string Name, string Version, string Settings, int Ns, int Size)[] all =
        [
            ("Json 13.0.0-beta2", "13.0.0-beta2", "", 1000, 150), ("Json 10.0.1", "10.0.1", "", 2000, 100), ("Json 9.0.1", "9.0.1", "", 1000, 100), ("Json 10.0.2", "10.0.2", "", 1000, 150),
            ("Json (settings) 9.0.1", "9.0.1", "s", 500, 100), ("Json (settings) 10.0.1", "10.0.1", "s", 1000, 100), ("Other", "1.0", "", 700, 10),
        ];
        for (uint id = 1; id <= all.Length; id++)
            Write(writer, ids, id, all[id - 1]);
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private static void Write(RecordingWriter to, Interner ids, uint id, (string Name, string Version, string Settings, int Ns, int Size) one)
    {
        TextId none = TextId.None;
        SerializerRow row = new(
            id, ids.Text(one.Name), ids.Text("P" + id), ids.Text(one.Name == "Other" ? "Other" : "Json"), ids.Text(one.Version), ids.Text("JSON"), 1,
            one.Settings.Length > 0 ? ids.Text(one.Settings) : none,
            ids.Text("serializer"), ids.Text("10.0.0"), ids.Text("jit"), ids.Text("available"), none, none, none);
        to.Write(new ReadOnlySpan<SerializerRow>(in row));
        SerializerResultRow result = new(id, 1, ids.Text("ok"), none, ids.Text("stream"), one.Size, null, null);
        to.Write(new ReadOnlySpan<SerializerResultRow>(in result));
        foreach (string operation in (string[])["serialize", "deserialize"])
        {
            for (int launch = 1; launch <= 4; launch++)
            {
                for (int sample = 1; sample <= 4; sample++)
                {
                    // A round is as slow for all; each process has a little of its own.
                    SerializerSampleRow timed = new(
                        id, 1, ids.Text(operation), ids.Text("stream"), 1, launch, sample, 1, 1000,
                        (long)(one.Ns * 1000L * (1 + (0.1 * launch)) * (1 + (0.0001 * ((id * launch) % 3)))), 64_000, 0, 0, 0, 0, null, 1, 1);
                    to.Write(new ReadOnlySpan<SerializerSampleRow>(in timed));
                }
            }
        }
    }
}
