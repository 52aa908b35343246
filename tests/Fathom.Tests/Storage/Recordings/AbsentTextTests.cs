using Fathom.Model.Heap;
using Fathom.Storage.DuckDb;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Storage.Recordings;

public sealed class AbsentTextTests
{
    [Theory]
    [InlineData(0)]
    [InlineData(10_000)]
    public void Absent_texts_stay_absent_however_many_texts_the_recording_has(int otherTexts)
    {
        using TestFolder folder = new();
        string path = Path.Combine(folder.Path, "r.fathom");
        using (RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("test")))
        {
            for (int i = 0; i < otherTexts; i++)
                writer.Ids.Text($"other {i}");
            HeapTypeRow[] rows =
            [
                new() { SnapshotId = 1, TypeId = 1, Kind = writer.Ids.Text("object"), Name = writer.Ids.Text("A"), Module = writer.Ids.Text("A.dll") },
                new() { SnapshotId = 1, TypeId = 2, Kind = writer.Ids.Text("free"), Name = writer.Ids.Text("Free") },
            ];
            writer.Write<HeapTypeRow>(rows);
            writer.Commit();
        }

        using RecordingReader reader = RecordingReader.Open(path);
        using DuckDbConnection engine = DuckDbConnection.Open(DuckDbOptions.In(folder.Path));
        using DuckDbResult result = engine.Query(
            $"SELECT CAST(COUNT(module) AS BIGINT), CAST(COUNT(*) AS BIGINT) FROM read_parquet('{reader.PartFiles("heap_type")[0]}')");
        Assert.True(result.Read(out DuckDbChunk chunk));
        Assert.Equal((1L, 2L), (chunk.Column(0).Values<long>()[0], chunk.Column(1).Values<long>()[0]));
    }
}
