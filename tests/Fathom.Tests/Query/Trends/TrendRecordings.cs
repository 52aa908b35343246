using Fathom.Model.Heap;
using Fathom.Model.Memory;
using Fathom.Model.Processes;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;

namespace Fathom.Tests.Query.Trends;

/// <summary>Recordings with metrics over time.</summary>
internal static class TrendRecordings
{
    private const long NsPerMinute = 60_000_000_000;

    /// <summary>Two processes, a metric of each at some minutes, types at two of them, and a heap snapshot.</summary>
    public static RecordingReader Small(TestFolder folder, string name, double factor)
    {
        using RecordingWriter writer = Begin(folder, name, 0, ("context", "run-" + name));
        Interner ids = writer.Ids;
        writer.Write<ProcessRow>([Process(ids, 1, 4711, "MyApp", name), Process(ids, 2, 4712, "Other", name)]);
        for (int minute = 0; minute < 3; minute++)
        {
            writer.Write<MemorySampleRow>(
            [
                new MemorySampleRow(1, minute * NsPerMinute, ids.Text("rss_bytes"), TextId.None, TextId.None, factor * (100 + minute)),
                new MemorySampleRow(2, minute * NsPerMinute, ids.Text("rss_bytes"), TextId.None, ids.Text("own"), factor * 200),
            ]);
        }

        writer.Write<MemorySampleRow>(
        [
            new MemorySampleRow(1, 0, ids.Text("count"), ids.Text("MyApp.Order"), TextId.None, factor * 5),
            new MemorySampleRow(1, NsPerMinute, ids.Text("count"), ids.Text("MyApp.Order"), TextId.None, factor * 9),
            new MemorySampleRow(1, NsPerMinute, ids.Text("count"), ids.Text("MyApp.Still"), TextId.None, factor * 9),
            new MemorySampleRow(1, NsPerMinute, ids.Text("size_bytes"), ids.Text("MyApp.Gone"), TextId.None, factor * 24),
            new MemorySampleRow(1, 2 * NsPerMinute, ids.Text("size_bytes"), ids.Text("MyApp.New"), TextId.None, factor * 32),
        ]);
        writer.Write<HeapSnapshotRow>([new HeapSnapshotRow { SnapshotId = 1, ProcessId = 1, TsNs = 5 * NsPerMinute, Source = ids.Text("live"), GcMode = ids.Text("workstation"), HeapCount = 1 }]);
        writer.Write<HeapTypeRow>([new HeapTypeRow { SnapshotId = 1, TypeId = 1, Kind = ids.Text("object"), Name = ids.Text("MyApp.Order"), Module = ids.Text("MyApp.dll") }]);
        writer.Write<HeapUsageRow>([new HeapUsageRow { SnapshotId = 1, TypeId = 1, SegmentId = 1, Generation = ids.Text("gen0"), Count = (long)factor * 11, SizeBytes = (long)factor * 264 }]);
        writer.Commit();
        return RecordingReader.Open(writer.Folder);
    }

    /// <summary>One point of a process, as a script saves it.</summary>
    public static RecordingReader Point(TestFolder folder, int iteration, double rssBytes, string arguments = "")
    {
        using RecordingWriter writer = Begin(folder, $"point-{iteration}", iteration, ("context", $"run-{iteration}"));
        Interner ids = writer.Ids;
        writer.Write<ProcessRow>([Process(ids, 1, 5000 + iteration, "MyApp", arguments)]);
        writer.Write<MemorySampleRow>([new MemorySampleRow(1, 0, ids.Text("rss_bytes"), TextId.None, TextId.None, rssBytes)]);
        writer.Commit();
        return RecordingReader.Open(writer.Folder);
    }

    private static RecordingWriter Begin(TestFolder folder, string name, int hour, params (string Key, string Value)[] labels)
    {
        RecordingWriter writer = RecordingWriter.Create(
            folder.File(name + ".fathom"), new RecordingOptions("fathom watch MyApp") { Labels = labels.ToDictionary(label => label.Key, label => label.Value), ToolVersion = "1.2.3" });
        writer.Describe(manifest => manifest with
        {
            Machine = new ManifestMachine("host", "Linux", "6.1", "X64", 2, 1 << 30),
            Clock = new ManifestClock("monotonic", new DateTimeOffset(2026, 11, 21, 10, 0, 0, TimeSpan.Zero).AddHours(hour), null),
        });
        return writer;
    }

    private static ProcessRow Process(Interner ids, uint id, int pid, string name, string arguments) => new(
        id, pid, ids.Text(name), TextId.None, ids.Text($"dotnet {name}.dll {arguments}".TrimEnd()), ids.Text("10.0.12"), TextId.None, TextId.None, null, null, null);
}
