using Fathom.Model.Serializers;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query.Serializers;

/// <summary>Small recordings of serializers with known figures. Times are exact: sample i of a process takes base + i nanoseconds.</summary>
internal static class SerializerRecordings
{
    private static readonly (string Name, string Role, string Status, int SerializeNs, int DeserializeNs, int Size)[] s_serializers =
    [
        ("(overhead)", "overhead", "available", 2, 3, 0),
        ("(copy)", "floor", "available", 10, 10, 100),
        ("Fast", "serializer", "available", 100, 200, 120),
        ("AsFast", "serializer", "available", 102, 201, 240),
        ("Slow", "serializer", "available", 1000, 4000, 500),
        ("Lossy", "serializer", "available", 1, 1, 50),
        ("Absent", "serializer", "not available", 0, 0, 0),
    ];

    /// <summary>Records them.</summary>
    /// <param name="folder">Where.</param>
    /// <param name="name">Name of the recording.</param>
    /// <param name="scale">All times are multiplied by it, so that two recordings differ.</param>
    /// <param name="shift">How much faster the second process of AsFast is: by 2 it is a tie, by 60 anybody's guess.</param>
    /// <param name="launches">Processes of each.</param>
    /// <param name="waits">Whether every sample of Fast was taken twice, and waited for three quarters of its time when it counts, as long as it ran then besides.</param>
    /// <param name="warning">What the recording warns of.</param>
    public static RecordingReader Create(TestFolder folder, string name, int scale, int shift = 2, int launches = 3, bool waits = false, string? warning = null)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom serializers"));
        Interner ids = writer.Ids;
        SerializerCaseRow[] cases =
        [
            new(1, ids.Text("bookshelf"), 100, 0, ids.Text("seed=42"), ids.Text("00ff"), ids.Text("books")),
            new(2, ids.Text("graph"), 10, 0, ids.Text("seed=42"), TextId.None, ids.Text("shared references")),
            new(3, ids.Text("own-type"), 1, 0, ids.Text("seed=42"), TextId.None, ids.Text($"Order of 'Shop.dll': {scale} objects")),
        ];
        writer.Write<SerializerCaseRow>(cases);
        for (uint id = 1; id <= s_serializers.Length; id++)
            Write(writer, ids, id, s_serializers[id - 1], scale, shift, launches, waits);
        WriteLibraries(writer, ids, scale);
        if (warning is not null)
            writer.Describe(manifest => manifest with { Warnings = [warning] });
        writer.Commit();
        return RecordingReader.Open(path);
    }

    // Of Fast the package is known, of Slow another package than the library that it says; Absent was verified elsewhere. The second recording knows one more.
    private static void WriteLibraries(RecordingWriter to, Interner ids, int scale)
    {
        TextId none = TextId.None;
        SerializerLibraryRow[] rows =
        [
            Library(1, "Library", "Program3", "active", $"last change of the library: 202{scale}-01-01") with
            {
                PackageVersion = ids.Text("1.2.3"),
                PackageDate = ids.Text($"202{scale}-02-01"),
                PackageDateSource = ids.Text("signature of the package"),
            },
            Library(2, "Other", "Program5", "maintenance", "its repository is archived") with
            {
                PackageDate = ids.Text("2020-02-02"),
                PackageDateSource = ids.Text("signature of the package"),
                IsArchived = 1,
                VerifiedOn = ids.Text("2026-11-22"),
                VerifiedWith = ids.Text("1.0"),
            },
            Library(3, "Absent.Library", "Program7", "unclear", "last commit: 2025-09-24") with { VerifiedOn = ids.Text("2026-11-22"), VerifiedWith = ids.Text("3.1.8") },
            Library(4, "NoAdapter.A", "", "unknown", "no release and no commit is known") with { NoAdapterBecause = ids.Text("a parser only") },
            Library(5, "NoAdapter.B", "", "active", "last commit: 2026-08-16") with
            {
                NoAdapterBecause = ids.Text("not written"),
                LastRelease = ids.Text("1.27.0"),
                LastReleaseDate = ids.Text("2026-08-16"),
            },
        ];
        to.Write<SerializerLibraryRow>(rows.AsSpan(0, scale == 1 ? 4 : 5));

        SerializerLibraryRow Library(uint id, string library, string program, string state, string reason) => new(
            id, ids.Text(library), program.Length > 0 ? ids.Text(program) : none, ids.Text($"https://example.org/{scale}"), none, none, none, none, none, none, none, 0, none, none,
            ids.Text($"202{scale}-08-22"), ids.Text(state), ids.Text(reason), none, none, none, ids.Text($"MIT-{scale}"), ids.Text($"nuspec of {library}"));
    }

    private static void Write(
        RecordingWriter to, Interner ids, uint id, (string Name, string Role, string Status, int SerializeNs, int DeserializeNs, int Size) one, int scale, int shift, int launches, bool waits)
    {
        bool available = one.Status == "available";
        TextId none = TextId.None;
        SerializerRow row = new(
            id, ids.Text(one.Name), ids.Text("Program" + id), available ? ids.Text("Library") : none, available ? ids.Text("1.2.3") : none, available ? ids.Text("JSON") : none,
            1, none, ids.Text(one.Role), available ? ids.Text("10.0.0") : none, ids.Text("jit"), ids.Text(one.Status), available ? none : ids.Text("NU1101: no such package"), none, none);
        to.Write(new ReadOnlySpan<SerializerRow>(in row));
        if (!available)
            return;
        bool lossy = one.Name == "Lossy";
        SerializerResultRow[] results =
        [
            new(id, 1, ids.Text(lossy ? "lost" : "ok"), lossy ? ids.Text("Books[0].Title: \"a\" came back as null") : none, ids.Text("stream"), one.Size, one.Size / 2, one.Size / 3, 7.5 * scale),
            new(id, 2, ids.Text(id % 2 == 0 ? "ok" : "refused"), id % 2 == 0 ? none : ids.Text("needs a schema"), ids.Text("stream"), id % 2 == 0 ? one.Size * 2 : null, null, null, null),
        ];
        to.Write<SerializerResultRow>(results);
        if (id % 2 == 1 || lossy)
        {
            SerializerOutputRow output = new(id, 1, one.Size, lossy ? 0 : 1, ids.Text(lossy ? $"{{\n  \"a{scale}\": \"{new string('é', 120)}\"\n}}\n" : $"0000000{scale}  0a 0b\n"));
            to.Write(new ReadOnlySpan<SerializerOutputRow>(in output));
        }

        WriteChecks(to, ids, id, lossy, scale);
        if (lossy)
            return;
        if (one.Role == "serializer")
            ProfileRows.Write(to, id, one.DeserializeNs, scale);
        for (int launch = 1; launch <= 3; launch++)
        {
            // The overhead stands for a program that ends at once and says nothing.
            bool says = one.Role != "overhead";
            SerializerStartRow start = new(
                id, 1, launch, says ? one.SerializeNs * 1000L * scale : null, says ? one.DeserializeNs * 1000L * scale : null, says ? one.SerializeNs * 100L * scale : null,
                says ? one.DeserializeNs * 100L * scale : null, (40_000_000 + (one.SerializeNs * 1000L) + launch) * scale, 30_000_000L * scale, 30_000_000 + (id * 1_000_000),
                says ? 100 + launch : null, says ? 5_000_000 : null, says ? 3 : null, says ? 0 : null);
            to.Write(new ReadOnlySpan<SerializerStartRow>(in start));
        }

        foreach ((string operation, int ns) in new[] { ("serialize", one.SerializeNs), ("deserialize", one.DeserializeNs) })
        {
            for (int launch = 1; launch <= launches; launch++)
            {
                for (int sample = 1; sample <= 4; sample++)
                {
                    SerializerSampleRow timed = new(
                        id, 1, ids.Text(operation), ids.Text("stream"), 1, launch, sample, launch == 3 && one.Name == "Slow" ? 0 : 1, 1000,
                        (ns + sample + (one.Name == "AsFast" && launch == 2 ? -shift : 0)) * 1000L * scale, 64_000, 1, 0, 0, 500,
                        sample == 1 ? 20L * scale : 0, 1, 1);
                    if (waits && one.Name == "Fast")
                    {
                        timed = timed with { DurationNs = 4 * timed.DurationNs, RunDelayNs = 3 * timed.DurationNs, Attempt = 2 };
                        SerializerSampleRow first = timed with { DurationNs = 9 * timed.DurationNs, RunDelayNs = 33 * timed.DurationNs / 4, Attempt = 1, IsCounted = 0 };
                        to.Write(new ReadOnlySpan<SerializerSampleRow>(in first));
                    }

                    to.Write(new ReadOnlySpan<SerializerSampleRow>(in timed));
                }
            }
        }
    }

    private static void WriteChecks(RecordingWriter to, Interner ids, uint id, bool lossy, int scale)
    {
        SerializerCheckRow[] checks =
        [
            new(id, ids.Text("feature"), ids.Text("date-utc"), ids.Text(lossy ? "changed" : "ok"), lossy ? ids.Text("Value: a came back as b") : TextId.None, 30, null, null, null, null, null),
            new(id, ids.Text("feature"), ids.Text("depth-100000"), ids.Text(id % 2 == 0 ? "crash" : "refused"), ids.Text("it aborted (SIGABRT): Stack overflow."), null, null, null, null, null, null),
            new(id, ids.Text("feature plain"), ids.Text("date-utc"), ids.Text(id % 2 == 0 ? "ok" : "refused"), TextId.None, null, null, null, null, null, null),
            new(id, ids.Text("version"), ids.Text("rename: v1 to v2"), ids.Text(lossy ? "silent corruption" : "ok"), TextId.None, 12, null, null, null, null, null),
            new(id, ids.Text("hostile"), ids.Text("truncation"), ids.Text("clean error"), ids.Text("64 refused (FormatException 64)"), 10, 5000 * scale, null, 8192 * scale, 16, 1000 * scale),
            new(id, ids.Text("hostile"), ids.Text("huge-lengths"), ids.Text("out of memory"), TextId.None, null, null, null, null, null, null),
            new(
                id, ids.Text("streaming"), ids.Text("read-200-mb"), ids.Text(lossy ? "buffers all" : "streams"), TextId.None, 200_000_000,
                lossy ? 400_000_000 : 4_000_000, lossy ? 300_000_000 : 0, null, null, 1_000_000L * scale),
        ];
        to.Write<SerializerCheckRow>(checks);
    }
}
