using Fathom.Model.Memory;
using Fathom.Model.Tables;
using Fathom.Query.Memory;
using Fathom.Render.Memory;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Memory;

/// <summary>The queries about memory over a core alone, which has no resident bytes, beside a live process with the same ids.</summary>
public sealed class CoreMemoryGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "core"), static folder => Record(folder, "runtime"));

    public void Dispose() => _recordings.Dispose();

    [Fact]
    public void Every_view_of_a_core_alone_tells_saved_bytes_and_no_resident_ones()
    {
        MemoryReport report = new(_recordings.Session, default);
        List<string> texts = [];
        foreach (MemoryView view in new[] { MemoryView.Categories, MemoryView.Owners, MemoryView.Regions, MemoryView.Classic })
        {
            texts.Add($"{view}\n{TwoRecordings.Csv(report.Rows(0, view).Table)}");
            Assert.All(MemoryShapes.OfCore(view).Hidden, name => Assert.Contains(name, report.Rows(0, view).Table.Columns.Select(column => column.Name)));
        }

        texts.Add($"totals\n{TwoRecordings.Csv(report.Totals(0))}\n{TwoRecordings.Csv(report.Totals(1))}");
        MemoryFacts facts = report.Facts(0);
        texts.Add(string.Join('\n', [.. MemoryHeader.Of(facts, 7_000), .. MemoryHeader.Differences(facts, 7_000), MemoryHeader.Unexplained(report.LargestUnexplained(0, 3))!]));
        Snapshot.Match(string.Join('\n', texts) + "\n", "memory-core-alone.txt");
        Assert.Equal((true, false), (facts.IsOfCoreAlone, report.Facts(1).IsOfCoreAlone));
        Assert.DoesNotContain("saved", report.Totals(1).Rows.Select(row => row[0].Text));
    }

    private static RecordingReader Record(TestFolder folder, string intrusion)
    {
        string path = folder.File(intrusion + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom memory"));
        Interner ids = writer.Ids;
        bool isCore = intrusion == "core";
        long? Resident(long bytes) => isCore ? null : bytes;
        writer.Write<MemorySnapshotRow>([new MemorySnapshotRow
        {
            SnapshotId = 1,
            ProcessId = 1,
            Intrusion = ids.Text(intrusion),
            MappingCount = 3,
            ThreadCount = 2,
            KernelRssBytes = Resident(9_000),
        }]);
        writer.Write<MemoryRegionRow>(
        [
            new(
                1, 1, 1, 0x1000, 0x3000, ids.Text("rw-p"), ids.Text("malloc"), ids.Text("main heap"), ids.Text("[heap]"), 8_192, Resident(100),
                Resident(100), Resident(100), Resident(0), SavedBytes: isCore ? 4_096 : null),
            new(
                1, 2, 2, 0x5000, 0x9000, ids.Text("rw-p"), ids.Text("managed heap"), ids.Text("gen0"), default, 16_384, Resident(200), Resident(200),
                Resident(200), Resident(0), SavedBytes: isCore ? 2_048 : null),
            new(
                1, 3, 3, 0x9000, 0xa000, ids.Text("????"), ids.Text("native images"), ids.Text("/lib/x"), ids.Text("/lib/x"), 4_096, Resident(300),
                Resident(300), Resident(300), Resident(0), SavedBytes: isCore ? 0 : null),
            new(
                1, 4, 4, 0xa000, 0xb000, ids.Text("rw-p"), ids.Text("not explained"), default, default, 4_096, Resident(400), Resident(400),
                Resident(400), Resident(0), SavedBytes: isCore ? 1_024 : null),
        ]);
        writer.Write<MemoryPartRow>([.. new[] { "allocated", "free" }
            .Select(part => new MemoryPartRow(1, 2, ids.Text(part), 8_192, Resident(100), Resident(100), Resident(100), Resident(0), isCore ? 1_024 : null))]);
        writer.Commit();
        return RecordingReader.Open(path);
    }
}
