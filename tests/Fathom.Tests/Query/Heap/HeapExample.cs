using Fathom.Model.Heap;
using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;

namespace Fathom.Tests.Query.Heap;

/// <summary>
/// Two small heaps of one program, before and after. All ids collide: type 1 of A is a string, type 1 of B an order. A has an older snapshot that no answer may show.
/// </summary>
internal sealed class HeapExample(RecordingWriter writer)
{
    private readonly Interner _ids = writer.Ids;

    public static RecordingReader RecordA(string folder) => Record(Path.Combine(folder, "a.fathom"), example =>
    {
        example.Snapshot(1, walked: 1_000_000);
        example.Type(1, 1, "object", "Never.Shown", "Old.dll");
        example.Usage(1, 1, 1, "gen2", 41_000, 1_000_000);
        example.Sizes(1, 1, 16, 41_000, 1_000_000);
        example.Snapshot(2, walked: 1_544);
        example.Segment(2, 1, 0, "gen0", 0x7f00_0000_1000);
        example.Segment(2, 2, 1, "gen2", 0x7f00_0040_1000);
        example.Type(2, 1, "object", "System.String", "System.Private.CoreLib.dll");
        example.Type(2, 2, "object", "MyApp.Order", "MyApp.dll");
        example.Type(2, 3, "object", "MyApp.Order", "MyApp.Copy.dll");
        example.Type(2, 4, "object", "Plugin.Widget", "Plugin.dll", "first");
        example.Type(2, 5, "object", "Plugin.Widget", "Plugin.dll", "second");
        example.Type(2, 6, "free", "Free", null);
        example.Type(2, 7, "object", "MyApp.Gone", "MyApp.dll");
        example.Usage(2, 1, 1, "gen0", 10, 400);
        example.Usage(2, 1, 2, "gen2", 5, 160);
        example.Usage(2, 2, 1, "gen0", 4, 160);
        example.Usage(2, 3, 2, "gen2", 1, 40);
        example.Usage(2, 4, 2, "gen2", 3, 72);
        example.Usage(2, 5, 2, "gen2", 2, 48);
        example.Usage(2, 6, 2, "gen2", 2, 600);
        example.Usage(2, 7, 1, "gen0", 1, 64);
        example.Live(1, 1, 1, "gen2", 7, 280);
        example.Live(2, 1, 1, "gen0", 3, 120);
        example.Live(2, 1, 2, "gen2", 5, 160);
        example.Live(2, 2, 1, "gen0", 4, 160);
        example.Live(2, 5, 2, "gen2", 1, 24);
        example.Sizes(2, 1, 16, 9, 216);
        example.Sizes(2, 1, 32, 6, 344);
        example.Sizes(2, 2, 32, 4, 160);
        example.Sizes(2, 3, 32, 1, 40);
        example.Sizes(2, 4, 16, 3, 72);
        example.Sizes(2, 5, 16, 2, 48);
        example.Sizes(2, 6, 256, 2, 600);
        example.Sizes(2, 7, 64, 1, 64);
        example.Use(1, 1, "gen2", 9_000, 9_000, 1);
        example.Use(2, 1, "gen0", 8_192, 4_096, 10);
        example.Use(2, 2, "gen2", 65_536, 16_384, 100);
        example.Use(2, 2, "gen1", 4_096, 2_048, 20);
        example.Object(1, 1, 0x7f00_0000_1000, 999, null, null);
        example.Object(2, 2, 0x7f00_0000_1080, 40, null, null);
        example.Object(2, 2, 0x7f00_0000_1040, 40, null, null);
        example.Object(2, 1, 0x7f00_0000_1100, 64, 12, null);
        example.Object(2, 4, 0x7f00_0040_1000, 24, 3, 8);
        example.Field(1, 0x7f00_0040_1000, "element", 0, "[old]", "never shown", null);
        example.Field(2, 0x7f00_0040_1000, "field", 0, "_size", "3", null);
        example.Field(2, 0x7f00_0040_1000, "element", 1, "[1]", "b", 0x7f00_0000_1080);
        example.Field(2, 0x7f00_0040_1000, "element", 0, "[0]", "null", null);
        example.Field(2, 0x7f00_0040_1000, "element", 2, "[2]", null, null);
        example.Field(2, 0x7f00_0000_1080, "field", 0, "Id", "7", null);
        example.Text(1, 7, 3, 5, 160, "never shown");
        example.Text(2, 7, 3, 6, 192, "abc");
        example.Text(2, 8, 3, 1, 32, null);
        example.Text(2, ulong.MaxValue, 600, 1, 1_224, "long, once");
        example.Text(2, 9, 0, 1, 24, null);
        example.Text(2, 11, 10, 2, 96, "gone later");
        example.Text(2, 12, 4, 1, 32, null);
        example.Text(2, null, 4, 100, 3_500, null);
        example.Text(2, null, 8, 10, 480, null);
        example.TextTotal(1, "duplicate", 5, 1, 160, 128);
        example.TextTotal(2, "duplicate", 8, 2, 288, 208);
        example.TextTotal(2, "unique", 4, 4, 1_312, 0);
        example.TextTotal(2, "other", 110, 0, 3_980, 0);
        example.Loss("gen2 segment at 7f0000401000", 0x7f00_0040_2000, 0x7f00_0040_3000, "not readable");
    });

    public static RecordingReader RecordB(string folder) => Record(Path.Combine(folder, "b.fathom"), example =>
    {
        example.Snapshot(1, walked: 2_000);
        example.Segment(1, 1, 0, "gen1", 0x7f00_0000_1000);
        example.Segment(1, 2, 0, "large", 0x7f00_0080_1000);
        example.Type(1, 1, "object", "MyApp.Order", "MyApp.dll");
        example.Type(1, 2, "object", "System.String", "System.Private.CoreLib.dll");
        example.Type(1, 3, "free", "Free", null);
        example.Type(1, 4, "object", "MyApp.Fresh[]", "MyApp.dll");
        example.Type(1, 5, "object", "MyApp.Order", "MyApp.Copy.dll");
        example.Type(1, 6, "object", "Plugin.Widget", "Plugin.dll", "second");
        example.Usage(1, 1, 1, "gen1", 24, 960);
        example.Usage(1, 2, 1, "gen1", 15, 560);
        example.Usage(1, 3, 1, "gen1", 1, 24);
        example.Usage(1, 4, 2, "large", 1, 320);
        example.Usage(1, 5, 1, "gen1", 1, 40);
        example.Usage(1, 6, 1, "gen1", 4, 96);
        example.Live(1, 1, 1, "gen1", 20, 800);
        example.Live(1, 4, 2, "large", 1, 320);
        example.Sizes(1, 1, 32, 24, 960);
        example.Sizes(1, 2, 32, 15, 560);
        example.Sizes(1, 3, 16, 1, 24);
        example.Sizes(1, 4, 256, 1, 320);
        example.Sizes(1, 5, 32, 1, 40);
        example.Sizes(1, 6, 16, 4, 96);
        example.Use(1, 1, "gen1", 8_192, 0, 0);
        example.Use(1, 2, "large", 131_072, 100_000, 7);

        example.Object(1, 2, 0x7f00_0040_1000, 32, 2, null);
        example.Field(1, 0x7f00_0040_1000, "field", 0, "text", "ab", null);
        example.Field(1, 0x7f00_0040_1000, "element", 3, "[3]", "x", null);

        // Hash 7 with another length is another text.
        example.Text(1, 7, 3, 9, 288, "abc");
        example.Text(1, 7, 4, 2, 64, "abcd");
        example.Text(1, 8, 3, 3, 96, "xyz");
        example.Text(1, ulong.MaxValue, 600, 1, 1_224, "long, once");
        example.Text(1, 13, 2, 1, 32, null);
        example.Text(1, 12, 4, 1, 32, null);
    });

    private static RecordingReader Record(string path, Action<HeapExample> write)
    {
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap") { Time = new FixedTime() });
        ProcessRow process = new() { ProcessId = 1, Pid = 4711, Name = writer.Ids.Text("MyApp"), RuntimeVersion = writer.Ids.Text("10.0.12"), AgeNs = 90_000_000_000 };
        writer.Write(new ReadOnlySpan<ProcessRow>(in process));
        write(new HeapExample(writer));
        writer.Commit();
        return RecordingReader.Open(path);
    }

    private void Snapshot(uint id, long walked) => Write(new HeapSnapshotRow
    {
        SnapshotId = id,
        ProcessId = 1,
        TsNs = id * 1_000_000L,
        Source = _ids.Text("live"),
        GcMode = _ids.Text("workstation"),
        HeapCount = 1,
        Regions = true,
        ExpectedPauseNs = 150_000_000,
        PauseNs = 120_000_000,
        CommittedBytes = 8_388_608,
        AllocatedBytes = walked + 8_192,
        AllocationContextBytes = 4_096,
        WalkedBytes = walked,
        LostBytes = 4_096,
    });

    private void Segment(uint snapshot, uint id, int heap, string kind, ulong start) => Write(new HeapSegmentRow
    {
        SnapshotId = snapshot, SegmentId = id, HeapIndex = heap, Kind = _ids.Text(kind), StartAddress = start, EndAddress = start + 4_096,
    });

    private void Type(uint snapshot, uint id, string kind, string name, string? module, string? context = null) => Write(new HeapTypeRow
    {
        SnapshotId = snapshot, TypeId = id, Kind = _ids.Text(kind), Name = _ids.Text(name), Module = _ids.Text(module), LoadContext = _ids.Text(context),
    });

    private void Live(uint snapshot, uint type, uint segment, string generation, long count, long bytes) =>
        Write(new HeapLiveRow(snapshot, type, segment, _ids.Text(generation), count, bytes));

    private void Usage(uint snapshot, uint type, uint segment, string generation, long count, long bytes) =>
        Write(new HeapUsageRow(snapshot, type, segment, _ids.Text(generation), count, bytes));

    private void Sizes(uint snapshot, uint type, long from, long count, long bytes) => Write(new HeapSizeRow(snapshot, type, from, count, bytes));

    private void Object(uint snapshot, uint type, ulong address, long bytes, long? elements, long? capacity) =>
        Write(new HeapObjectRow(snapshot, address, type, 1, _ids.Text("gen0"), bytes, elements, capacity));

    private void Field(uint snapshot, ulong owner, string kind, int position, string name, string? value, ulong? reference) => Write(new HeapObjectFieldRow(
        snapshot, owner, _ids.Text(kind), position, _ids.Text(name), _ids.Text("System.Object"), _ids.Text(value), reference,
        owner + 8 + ((ulong)position * 8), _ids.Text(kind == "field" ? "MyApp.Base" : null)));

    // Bytes that add up to allocated, and pinned objects of 24 bytes.
    private void Use(uint snapshot, uint segment, string generation, long committed, long allocated, long pinned) => Write(new HeapSegmentUseRow(
        snapshot, segment, _ids.Text(generation), committed, allocated, allocated / 32, allocated / 2, allocated / 128, allocated / 4, allocated / 8, allocated / 5, pinned, pinned * 24));

    private void Text(uint snapshot, ulong? hash, int length, long count, long bytes, string? text) =>
        Write(new HeapStringRow(snapshot, hash, length, count, bytes, _ids.Text(text)));

    private void TextTotal(uint snapshot, string kind, long count, long distinct, long bytes, long waste) =>
        Write(new HeapStringTotalRow(snapshot, _ids.Text(kind), count, distinct, bytes, waste));

    private void Loss(string scope, ulong from, ulong to, string reason) =>
        writer.Lost(new LossRow(_ids.Text("heap"), _ids.Text(scope), from, to, 0, (long)(to - from), _ids.Text(reason)));

    private void Write<T>(T row)
        where T : unmanaged, IRow<T> => writer.Write(new ReadOnlySpan<T>(in row));

    private sealed class FixedTime : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => new(2026, 11, 21, 10, 0, 0, TimeSpan.Zero);
    }
}
