using System.Globalization;
using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Recordings that are hard to draw: many serializers with long names beside each other, many cases, ranks that nothing tells, failures with long reasons, parts that are missing.</summary>
internal sealed record CrowdedRecording
{
    private static readonly string[] s_names =
    [
        "Quick.Json (source generator)", "Old.Json (references, names of types)", "Packed contractless (LZ4 blocks in arrays)", "tiny", "Proto with mapping by hand to the types of the program",
        "ExtremelyLongNameWithoutAnyBreakInItThatSomebodyGaveToASerializer.Json.AndThenSomeMore", "Text.TypeSerializer (JSV)",
        "Contracts (binary XML, with a session dictionary)", "Ю-сериализатор", "Flat (reads greedily)",
    ];

    private static readonly string[] s_features = ["cycles", "decimal-with-28-digits", "dictionary-with-keys-of-a-struct", "interface-typed-property-of-a-record-with-many-members"];

    private static readonly string[] s_outcomes = ["ok", "refused", "silent corruption", "ok", "changed", "out of memory"];

    /// <summary>How many serializers.</summary>
    public int Serializers { get; init; } = 30;

    /// <summary>How many of them, the last ones, lose something.</summary>
    public int Lossy { get; init; }

    /// <summary>Names of the cases.</summary>
    public IReadOnlyList<string> Cases { get; init; } = ["bookshelf"];

    /// <summary>Numbers of objects of each case.</summary>
    public IReadOnlyList<int> Sizes { get; init; } = [100];

    /// <summary>Lanes that each is measured in.</summary>
    public IReadOnlyList<string> Lanes { get; init; } = ["stream"];

    /// <summary>How far a process is from the next, as a part of the time: a third leaves no rank.</summary>
    public double Scatter { get; init; } = 0.001;

    /// <summary>How many times the first serializer takes what the floor takes.</summary>
    public double OfFloor { get; init; } = 1.5;

    /// <summary>Whether first calls, checks and outputs are there.</summary>
    public bool HasRest { get; init; } = true;

    /// <summary>Whether times are there at all.</summary>
    public bool HasTimes { get; init; } = true;

    /// <summary>What the recording warns of.</summary>
    public IReadOnlyList<string> Warnings { get; init; } = [];

    /// <summary>Records it.</summary>
    public RecordingReader Create(TestFolder folder)
    {
        string path = folder.File("crowded.fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers --case " + string.Join(',', Cases)));
        Interner ids = writer.Ids;
        uint cases = 0;
        foreach ((string name, int n) in Cases.SelectMany(_ => Sizes, static (name, n) => (name, n)))
        {
            SerializerCaseRow row = new(
                ++cases, ids.Text(name), n, 1024, ids.Text("seed=42 string_length=16 list_length=3 unicode_share=0.1 null_share=0.2"),
                ids.Text(new string('7', 64)), ids.Text("a list of books with authors and pages"));
            writer.Write(new ReadOnlySpan<SerializerCaseRow>(in row));
        }

        Add(writer, 1, "(overhead)", "overhead", 0);
        Add(writer, 2, "(hand-written)", "floor", 1000);
        for (int i = 0; i < Serializers; i++)
            Add(writer, (uint)i + 3, Name(i), "serializer", 1000 * OfFloor * (1 + (0.04 * i * i)), i >= Serializers - Lossy);
        writer.Describe(manifest => manifest with { Warnings = [.. Warnings] });
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private static string Name(int i) => i < s_names.Length ? s_names[i] : string.Create(CultureInfo.InvariantCulture, $"{s_names[i % s_names.Length]} {i}");

    private void Add(RecordingWriter to, uint id, string name, string role, double ns, bool isLossy = false)
    {
        Interner ids = to.Ids;
        SerializerRow row = new(
            id, ids.Text(name), ids.Text("Program"), ids.Text("Library.With.A.Long.Name"), ids.Text("13.0.3-preview.25"),
            ids.Text("binary, length-prefixed"), (int)(id % 2), ids.Text("References=Preserve, Resolver=Generated"),
            ids.Text(role), ids.Text("10.0.0"), ids.Text("jit"), ids.Text("available"), TextId.None, TextId.None, TextId.None);
        to.Write(new ReadOnlySpan<SerializerRow>(in row));
        for (int i = 0; HasTimes && i < Cases.Count * Sizes.Count; i++)
            Measure(to, id, (uint)i + 1, ns, Sizes[i % Sizes.Count], isLossy);
        if (HasRest && role == "serializer")
            AddRest(to, id);
    }

    private void Measure(RecordingWriter to, uint id, uint caseId, double ns, int objects, bool isLossy)
    {
        Interner ids = to.Ids;
        int size = (int)(objects * (30 + (id * id % 37)));
        SerializerResultRow result = new(
            id, caseId, ids.Text(isLossy ? "lost" : "ok"),
            isLossy ? ids.Text($"Books[0].Authors[3].Address.Street: \"{new string('a', 150)}\" came back as null") : TextId.None,
            ids.Text("stream"), size, size / 2, size / 3);
        to.Write(new ReadOnlySpan<SerializerResultRow>(in result));
        foreach ((string lane, string operation, int launch, int sample) in
            from lane in Lanes from operation in (string[])["serialize", "deserialize"] from launch in Enumerable.Range(1, isLossy ? 0 : 3)
            from sample in Enumerable.Range(1, 2) select (lane, operation, launch, sample))
        {
            double wave = 1 + (Scatter * (((id * 7) + (launch * launch * 3)) % 5));
            SerializerSampleRow timed = new(
                id, caseId, ids.Text(operation), ids.Text(lane), 1, launch, sample, id % 5 == 0 ? 0 : 1, 100,
                (long)((ns + 1) * objects * wave * (operation == "serialize" ? 1 : 2) * 100) + sample, 100L * size, 0, 0, 0, 0, null, 1, 1);
            to.Write(new ReadOnlySpan<SerializerSampleRow>(in timed));
        }
    }

    private static void AddRest(RecordingWriter to, uint id)
    {
        Interner ids = to.Ids;
        SerializerStartRow start = new(id, 1, 1, 40_000_000 + (id * 9_000_000L), 10_000_000 + id, 12_345_000, 3_000_000, 200_000_000, 70_000_000, 50 << 20, 700, 9_000_000, 24, 0);
        to.Write(new ReadOnlySpan<SerializerStartRow>(in start));
        foreach ((string lane, string name) in s_features.Select(static name => ("feature", name)).Append(("hostile", "truncated")).Append(("streaming", "read-200-mb")))
        {
            SerializerCheckRow check = new(
                id, ids.Text(lane), ids.Text(name), ids.Text(s_outcomes[(id + name.Length) % s_outcomes.Length]),
                ids.Text("what came of it, at some length"), 100, 4_000, null, null, null, null);
            to.Write(new ReadOnlySpan<SerializerCheckRow>(in check));
        }

        to.Write<SerializerOutputRow>([new(id, 1, 300, 0, ids.Text(new string('x', 300)))]);
    }
}
