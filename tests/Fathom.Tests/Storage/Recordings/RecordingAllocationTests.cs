using Fathom.Model.Heap;
using Fathom.Model.Tables;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class RecordingAllocationTests : IDisposable
{
    private const int RowCount = 1_000_000;

    // A collection that another test causes ends the allocation context of this thread, and what was left of its 8 KiB counts as allocated.
    private const long NotPerRowBytes = 64 * 1024;
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Neither_writing_nor_reading_allocates_per_row()
    {
        using RecordingWriter writer = RecordingWriter.Create(_folder.File("r.fathom"), new RecordingOptions("test run"));
        TextId[] generations = [writer.Ids.Text("gen0"), writer.Ids.Text("gen1"), writer.Ids.Text("gen2")];
        HeapUsageRow[] batch = new HeapUsageRow[1_000];
        Fill(batch, 0, generations);
        writer.Write<HeapUsageRow>(batch);

        long before = GC.GetAllocatedBytesForCurrentThread();
        for (int first = batch.Length; first < RowCount; first += batch.Length)
        {
            Fill(batch, first, generations);
            writer.Write<HeapUsageRow>(batch);
        }

        long whileWriting = GC.GetAllocatedBytesForCurrentThread() - before;
        writer.Commit();
        using RecordingReader recording = RecordingReader.Open(_folder.File("r.fathom"));
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(_folder.File("spill")));
        using DuckDbResult result = engine.Query($"SELECT type_id, generation, count FROM read_parquet('{recording.PartFiles("heap_usage").Single()}')");
        before = GC.GetAllocatedBytesForCurrentThread();
        (long rows, long bytes, long sum) = ReadAll(result);
        long whileReading = GC.GetAllocatedBytesForCurrentThread() - before;

        Assert.Equal((RowCount, 4L * RowCount, (long)RowCount * (RowCount - 1) / 2), (rows, bytes, sum));
        Assert.InRange(whileWriting, 0, NotPerRowBytes);
        Assert.InRange(whileReading, 0, NotPerRowBytes);
    }

    private static void Fill(HeapUsageRow[] batch, int first, TextId[] generations)
    {
        for (int i = 0; i < batch.Length; i++)
            batch[i] = new HeapUsageRow(1, (uint)(first + i), 1, generations[i % 3], first + i, 24);
    }

    private static (long Rows, long TextBytes, long Sum) ReadAll(DuckDbResult result)
    {
        long rows = 0, bytes = 0, sum = 0;
        while (result.Read(out DuckDbChunk chunk))
        {
            DuckDbVector generations = chunk.Column(1);
            ReadOnlySpan<long> counts = chunk.Column(2).Values<long>();
            for (int i = 0; i < chunk.RowCount; i++)
            {
                bytes += generations.Utf8(i).Length;
                sum += counts[i];
            }

            rows += chunk.RowCount;
        }

        return (rows, bytes, sum);
    }
}
