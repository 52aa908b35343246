using Fathom.Model;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Model.Results;
using Fathom.Model.Tables;
using Fathom.Query.Memory;
using Fathom.Query.Sessions;
using Fathom.Render.Memory;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Memory;

/// <summary>The queries about memory over two recordings whose ids collide; A has an older look that no answer may show.</summary>
public sealed class MemorySqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", looks: 2), static folder => Record(folder, "b", looks: 1));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("memory/snapshot")]
    [InlineData("memory/classic")]
    [InlineData("memory/malloc")]
    [InlineData("memory/malloc_kept")]
    [InlineData("memory/regions")]
    [InlineData("memory/unexplained")]
    [InlineData("memory/totals")]
    [InlineData("memory/cgroup")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    [Fact]
    public void The_balance_keeps_two_recordings_apart_with_owners_and_without() => _recordings.MatchEachTwice("memory/balance", "by_owner");

    // A has an older look that tells live objects from dead ones; one look knows less than the other, and then both sides are shown as that one is.
    [Fact]
    public void A_comparison_is_B_minus_A() => TwoRecordings.Match(
        "memory/diff",
        Diff((0, 2), (1, 1), detail: 0),
        Diff((1, 1), (0, 2), detail: 1),
        Diff((0, 1), (0, 2), detail: 2));

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(MemoryView.Categories)]
    [InlineData(MemoryView.Owners)]
    [InlineData(MemoryView.Regions)]
    [InlineData(MemoryView.Cgroup)]
    [InlineData(MemoryView.Malloc)]
    [InlineData(MemoryView.Classic)]
    public void The_columns_that_conditions_are_checked_against_are_those_of_the_answer(MemoryView view)
    {
        MemoryReport report = new(_recordings.Session, default);

        Assert.Equal(MemoryShapes.Of(view).Columns, report.Rows(0, view).Table.Columns);
        Assert.Equal(MemoryShapes.Of(MemoryView.Categories).TotalsRows, report.Totals(0).Rows.Select(row => row[0].Text));
    }

    [Fact]
    public void The_header_says_whose_memory_it_is_and_how_far_it_is_from_the_kernels_sums()
    {
        MemoryReport report = new(_recordings.Session, default);
        DateTimeOffset utc = new(2026, 11, 25, 10, 0, 0, TimeSpan.Zero);
        MemoryFacts a = report.Facts(0) with { Utc = utc }, b = report.Facts(1) with { Utc = utc.AddHours(1) };
        MemoryFacts stopped = report.Looks(0)[1];
        string[] lines =
        [
            .. MemoryHeader.Of(stopped, stopped.KernelRssBytes!.Value),
            .. MemoryHeader.Of(a, 9_000_000), .. MemoryHeader.Differences(a, 9_000_000), .. MemoryHeader.Differences(a, a.KernelRssBytes!.Value),
            .. MemoryHeader.Of(a, b), MemoryHeader.Unexplained(report.LargestUnexplained(0, 3))!,
        ];

        Snapshot.Match(string.Join('\n', lines) + "\n", "memory-header.txt");
        Assert.Null(MemoryHeader.Unexplained([]));
    }

    [Fact]
    public void What_malloc_keeps_is_said_where_it_is_much_with_what_gives_it_back()
    {
        const long mebibyte = 1024 * 1024;
        MallocKept kept = new(300 * mebibyte, 2 * mebibyte, 320 * mebibyte, 290 * mebibyte, 0, 1);
        MallocKept many = kept with { ArenaFreeBytes = 200 * mebibyte, ArenaCount = 12 };
        string[] lines = [.. new[] { kept, kept with { TrimmableBytes = mebibyte }, many, many with { TrimmableBytes = 0 } }.Select(static one => MemoryHeader.Kept(one)!)];

        Snapshot.Match(string.Join('\n', lines) + "\n", "memory-kept.txt");
        foreach (MallocKept? little in new[] { null, kept with { FreeBytes = 15 * mebibyte }, kept with { PrivateBytes = 2_000 * mebibyte } })
            Assert.Null(MemoryHeader.Kept(little));
        Assert.NotNull(new MemoryReport(_recordings.Session, default).MallocKept(0));
    }

    [Fact]
    public void A_recording_without_a_look_at_memory_is_refused_by_name()
    {
        using RecordingReader heap = HeapRecordings.Create(_recordings.Folder, "heap", "MyApp.Order", 3);
        using QuerySession session = QuerySession.Open(heap);

        FathomException error = Assert.Throws<FathomException>(() => new MemoryReport(session, default).Facts(0));

        Assert.Equal((ExitCode.Target, $"'{heap.Path}' holds no memory snapshot."), (error.ExitCode, error.Message));
    }

    private ResultTable Diff((int Rec, int Look) a, (int Rec, int Look) b, int detail) =>
        _recordings.Run("memory/diff", ("a", a.Rec), ("a_look", a.Look), ("b", b.Rec), ("b_look", b.Look), ("detail", detail));

    internal static RecordingReader Record(TestFolder folder, string name, uint looks)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom memory"));
        Interner ids = writer.Ids;
        bool isA = name == "a";
        writer.Write<ProcessRow>([new ProcessRow(1, 4711, ids.Text($"Shop.{name}"), default, ids.Text("dotnet Shop.dll"), ids.Text("10.0.12"), default, default, null, 90_000_000_000, null)]);
        for (uint look = 1; look <= looks; look++)
        {
            long scale = look * (isA ? 1_000 : 3_000);
            writer.Write<MemorySnapshotRow>([new(
                look, 1, 5_000, ids.Text(look < looks ? "stop" : "runtime"), look < looks ? 20_000_000 : null, look < looks ? 7_000_000 : null, 300,
                9, 4_096 * scale, 3_000 * scale, 0, 4_000 * scale, 1, 2, 3)]);
            writer.Write<MemoryRegionRow>(
            [
                new(look, 1, 1, 0x1000, 0x3000, ids.Text("rw-p"), ids.Text("malloc"), ids.Text("main heap"), ids.Text("[heap]"), 8_192, 1_024 * scale, 1_024 * scale, 1_024 * scale, 0),
                new(look, 2, 2, 0x5000, 0x9000, ids.Text("rw-p"), ids.Text("managed heap"), ids.Text("gen0"), default, 16_384, 2_048 * scale, 2_048 * scale, 2_048 * scale, 4_096),
                new(look, 3, 2, 0x9000, 0xa000, ids.Text("rw-p"), ids.Text("not explained"), default, default, 4_096, 512 * scale, 512 * scale, 512 * scale, 0),
                new(
                    look, 4, 3, 0xffff_ffff_ff60_0000, 0xffff_ffff_ff60_1000, ids.Text("r-xp"), ids.Text(isA ? "native images" : "mapped files"),
                    ids.Text("/lib/x"), ids.Text("/lib/x"), 4_096, 512 * scale, 100, 0, 0),
                new(look, 5, 4, 0xffff_ffff_fff0_0000, 0xffff_ffff_fff0_1000, ids.Text("rw-p"), ids.Text("malloc"), ids.Text("arena"), default, 4_096, 0, 0, 0, 0),
            ]);
            string[] parts = isA ? ["live", "dead", "free"] : ["allocated", "free"];
            writer.Write<MemoryPartRow>([.. parts.Select((part, i) => new MemoryPartRow(look, 2, ids.Text(part), 16_384 / parts.Length, (512 + i) * scale, 100, 200, 10))]);
            if (look == looks)
            {
                // The newest look of each tells what of malloc is free.
                writer.Write<MemoryPartRow>(
                    [new(look, 1, ids.Text("in use"), 6_000, 600 * scale, 600 * scale, 600 * scale, 0), new(look, 1, ids.Text("free"), 2_192, 424 * scale, 424 * scale, 424 * scale, 0)]);
                writer.Write<MallocArenaRow>(
                [
                    new(look, 1, ids.Text("main arena"), 0x7000, 3, 1, 8_192, 6_000, 20, 2_192, 4, 424 * scale, 100, 50, isA ? 60 : null, 2_000, 0,
                        isA ? default : ids.Text("caches of threads were not found")),
                    new(look, 2, ids.Text("arena"), null, null, 1, 4_096, null, null, null, null, null, null, null, null, null, 4_096, ids.Text("no arena of glibc was found here")),
                ]);
            }

            writer.Write<MemoryHoldingRow>([new(look, ids.Text("page tables"), default, 1, 100 * scale), new(look, ids.Text("pipe buffers"), default, 2, isA ? 50 : 5_000)]);
            writer.Write<CgroupFactRow>([
                new(look, ids.Text($"/{name}"), 2, ids.Text("file"), 10 * scale, null, null),
                new(look, ids.Text($"/{name}"), 2, ids.Text("limit"), null, null, null),
                new(look, ids.Text($"/{name}"), 2, ids.Text("oom_kill"), null, 3, null),
            ]);
        }

        writer.Commit();
        return RecordingReader.Open(path);
    }
}
