using Fathom.TestSupport;
using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;

namespace Fathom.Tests.Query;

/// <summary>Small recordings whose ids are the same in each, so that a join without <c>rec</c> shows.</summary>
internal static class HeapRecordings
{
    public static RecordingReader Create(TestFolder folder, string name, string type, long count, params (string Key, string Value)[] labels)
    {
        string path = folder.File(name + ".fathom");
        RecordingOptions options = new($"fathom heap 1234 --save {name}.fathom")
        {
            Labels = labels.ToDictionary(l => l.Key, l => l.Value),
            Time = new FixedTime(),
            ToolVersion = "1.2.3",
        };
        using RecordingWriter writer = RecordingWriter.Create(path, options);
        Interner ids = writer.Ids;
        writer.Describe(m => m with { Machine = new ManifestMachine("host", "Linux", "6.1", "X64", 2, 1 << 30), Targets = [new ManifestTarget(1234, "MyApp", "dotnet MyApp.dll")] });
        writer.Write<HeapSnapshotRow>([new HeapSnapshotRow { SnapshotId = 1, ProcessId = 1, Source = ids.Text("live"), GcMode = ids.Text("workstation"), HeapCount = 1 }]);
        writer.Write<HeapTypeRow>([new HeapTypeRow
        {
            SnapshotId = 1,
            TypeId = 1,
            Kind = ids.Text("object"),
            Name = ids.Text(type),
            Module = ids.Text("MyApp.dll"),
            MethodTable = 0xffff_8000_0000_0000,
        }]);
        writer.Write<HeapUsageRow>([new HeapUsageRow { SnapshotId = 1, TypeId = 1, SegmentId = 1, Generation = ids.Text("gen0"), Count = count, SizeBytes = count * 24 }]);
        writer.Lost(new LossRow(ids.Text("heap"), ids.Text("segment 7"), 4096, 8192, 0, 4096, ids.Text("not readable")));
        writer.Commit();
        return RecordingReader.Open(path);
    }

    /// <summary>Always the same time.</summary>
    internal sealed class FixedTime : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 11, 21, 10, 0, 0, TimeSpan.Zero);
    }
}
