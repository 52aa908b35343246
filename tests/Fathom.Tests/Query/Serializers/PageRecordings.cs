using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Recordings with everything that the page shows: two sizes, floors, a failure, first calls, checks and outputs.</summary>
internal static class PageRecordings
{
    private static readonly (string Name, string Format, int IsText, string Role, int Write, int Read, int Size, string? Unsafe)[] s_serializers =
    [
        ("(overhead)", "none", 0, "overhead", 2, 2, 0, null),
        ("(copy)", "copy", 0, "floor", 900, 1_100, 4_000, null),
        ("Quick.Json", "JSON", 1, "serializer", 22_000, 41_000, 6_100, null),
        ("Quick.Json (references)", "JSON", 1, "serializer", 30_000, 62_000, 7_400, null),
        ("Small.Binary", "protobuf", 0, "serializer", 9_000, 14_000, 3_100, null),
        ("Old.Formatter", "NRBF", 0, "serializer", 150_000, 190_000, 9_800, "never for input that is not trusted"),
        ("Wordy.Xml", "XML", 1, "serializer", 95_000, 160_000, 21_000, null),
        ("Lossy.Json", "JSON", 1, "serializer", 5_000, 5_000, 5_900, null),
    ];

    private static readonly string[] s_features = ["cycles", "decimal", "dictionary-int", "nan"];

    /// <summary>Records one.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="name">Name of the recording.</param>
    /// <param name="scale">All times are multiplied by it.</param>
    /// <param name="naming">Names the serializers; the given names by default.</param>
    /// <param name="isBare">Only the comparison: no first calls, checks and outputs.</param>
    public static RecordingReader Create(TestFolder folder, string name, int scale, Func<string, string>? naming = null, bool isBare = false)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers --quick"));
        Interner ids = writer.Ids;
        SerializerCaseRow[] cases =
        [
            new(1, ids.Text("bookshelf"), 10, 0, ids.Text("seed=42 string_length=16"), ids.Text("00ff"), ids.Text("a list of books")),
            new(2, ids.Text("bookshelf"), 100, 0, ids.Text("seed=42 string_length=16"), ids.Text("11ff"), ids.Text("a list of books")),
        ];
        writer.Write<SerializerCaseRow>(cases);
        for (uint id = 1; id <= s_serializers.Length; id++)
        {
            (string Name, string Format, int IsText, string Role, int Write, int Read, int Size, string? Unsafe) one = s_serializers[id - 1];
            SerializerRow row = new(
                id, ids.Text(naming?.Invoke(one.Name) ?? one.Name), ids.Text("Program" + id), ids.Text("Library"), ids.Text("1.2.3"), ids.Text(one.Format), one.IsText, TextId.None,
                ids.Text(one.Role), ids.Text("10.0.0"), ids.Text("jit"), ids.Text("available"), TextId.None, one.Unsafe is null ? TextId.None : ids.Text(one.Unsafe), TextId.None);
            writer.Write(new ReadOnlySpan<SerializerRow>(in row));
            foreach ((uint caseId, int objects) in new[] { (1u, 10), (2u, 100) })
                Measure(writer, id, caseId, one.Name == "Lossy.Json", one.Write * objects / 100 * scale, one.Read * objects / 100 * scale, one.Size * objects / 100);
            if (!isBare && one.Role == "serializer")
                WriteRest(writer, id, one.Name, one.Size, one.Write * scale, naming?.Invoke("output of " + one.Name) ?? "output of " + one.Name);
        }

        writer.Commit();
        return RecordingReader.Open(path);
    }

    private static void Measure(RecordingWriter to, uint id, uint caseId, bool isLossy, int writeNs, int readNs, int size)
    {
        Interner ids = to.Ids;
        SerializerResultRow result = new(
            id, caseId, ids.Text(isLossy ? "lost" : "ok"), isLossy ? ids.Text("Books[0].Title: \"a\" came back as null") : TextId.None, ids.Text("stream"), size, size / 2, size / 3);
        to.Write(new ReadOnlySpan<SerializerResultRow>(in result));
        foreach ((string operation, int ns) in isLossy ? [] : new[] { ("serialize", writeNs), ("deserialize", readNs) })
        {
            for (int sample = 1; sample <= 6; sample++)
            {
                SerializerSampleRow timed = new(
                    id, caseId, ids.Text(operation), ids.Text("stream"), 1, 1 + ((sample - 1) / 2), sample, 1, 100, (ns + (ns * sample / 200)) * 100L, size * 100L, 0, 0, 0, 0, null, 1, 1);
                to.Write(new ReadOnlySpan<SerializerSampleRow>(in timed));
            }
        }
    }

    private static void WriteRest(RecordingWriter to, uint id, string name, int size, int writeNs, string output)
    {
        Interner ids = to.Ids;
        for (int launch = 1; launch <= 3; launch++)
        {
            SerializerStartRow start = new(
                id, 1, launch, (writeNs * 800L) + launch, (writeNs * 300L) + launch, writeNs * 90L, launch == 1 ? null : writeNs * 40L,
                (writeNs * 2000L) + 60_000_000, 70_000_000, 50 << 20, 700 + id, 9_000_000,
                24, 0);
            to.Write(new ReadOnlySpan<SerializerStartRow>(in start));
        }

        foreach (string feature in s_features)
        {
            string outcome = feature switch
            {
                "cycles" when !name.Contains("references", StringComparison.Ordinal) && name != "Old.Formatter" => "refused",
                "nan" when name.EndsWith("Json", StringComparison.Ordinal) => "failed",
                "decimal" when name == "Lossy.Json" => "changed",
                _ => "ok",
            };
            Check(to, id, "feature", feature, outcome, outcome == "ok" ? null : $"{feature} is not for {name}");
        }

        Check(to, id, "hostile", "truncated", "clean error", "unexpected end");
        Check(to, id, "hostile", "type name", name == "Old.Formatter" ? "unsafe" : "clean error", name == "Old.Formatter" ? "made an object of the type that the input named" : null);
        to.Write<SerializerOutputRow>([new(id, 1, size / 10, 0, ids.Text(output)), new(id, 2, size, 0, ids.Text("large " + output))]);
    }

    private static void Check(RecordingWriter to, uint id, string lane, string name, string outcome, string? detail)
    {
        SerializerCheckRow check = new(
            id, to.Ids.Text(lane), to.Ids.Text(name), to.Ids.Text(outcome), detail is null ? TextId.None : to.Ids.Text(detail),
            lane == "hostile" ? 100 : null, lane == "hostile" ? 4_000 : null, null, null, null, null);
        to.Write(new ReadOnlySpan<SerializerCheckRow>(in check));
    }
}
