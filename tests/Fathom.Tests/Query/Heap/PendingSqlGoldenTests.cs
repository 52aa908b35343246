using Fathom.Model.Heap;
using Fathom.Model.Tables;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Heap;

/// <summary>The queries about what has begun and not ended over two recordings whose ids collide; A has an older heap that no answer may show.</summary>
public sealed class PendingSqlGoldenTests : IDisposable
{
    private readonly TwoRecordings _recordings = new(static folder => Record(folder, "a", heaps: 2), static folder => Record(folder, "b", heaps: 1));

    public void Dispose() => _recordings.Dispose();

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("heap/tasks")]
    [InlineData("heap/task_totals")]
    [InlineData("heap/timers")]
    [InlineData("heap/timer_totals")]
    [InlineData("heap/requests")]
    [InlineData("heap/request_totals")]
    public void A_query_about_one_recording_keeps_two_apart(string query) => _recordings.MatchEach(query);

    private static RecordingReader Record(TestFolder folder, string name, uint heaps)
    {
        string path = folder.File(name + ".fathom");
        using RecordingWriter writer = RecordingWriter.Create(path, new RecordingOptions("fathom heap tasks"));
        Interner ids = writer.Ids;
        for (uint heap = 1; heap <= heaps; heap++)
        {
            writer.Write<HeapSnapshotRow>([new(heap, 1, 0, ids.Text("live"), ids.Text("workstation"), 1, true, null, 1, 1, 1, 1, 1, 1, 0)]);
            writer.Write<HeapPendingRow>([new(heap, 9, 4, 3)]);
            writer.Write<HeapTaskRow>(
                [
                    new(heap, ids.Text("faulted"), 1_000, ids.Text("E"), ids.Text($"{name}.Fail"), 1, null),
                    new(heap, ids.Text("waiting"), heap * 3, ids.Text("Task.Delay"), ids.Text($"{name}.Wait{heap} await 2"), 1, 2),
                    new(heap, ids.Text("queued"), heap, default, ids.Text("Work"), 1, null),
                    new(heap, ids.Text("waiting"), heap, ids.Text("TaskCompletionSource"), default, 0, null),
                    new(heap, ids.Text("not_known"), 5_000, default, ids.Text("Strange"), 0, null),
                ]);
            writer.Write<HeapTimerRow>(
                [
                    new(heap, ids.Text("Timer"), ids.Text($"{name}.Tick{heap}"), 60_000_000_000, heap, 5_000_000, 9_000_000),
                    new(heap, ids.Text("CancellationTokenSource"), default, null, heap * 2, -1_000_000, 3_000_000),
                ]);
            writer.Write<HeapRequestRow>(
                [
                    new(heap, ids.Text("outgoing"), ids.Text("GET"), ids.Text($"http://{name}/"), 1, ids.Text("connected"), null),
                    new(heap, ids.Text("incoming"), ids.Text("GET"), ids.Text($"/{name}/young"), 1, ids.Text("app"), heap),
                    new(heap, ids.Text("incoming"), ids.Text("PUT"), ids.Text($"/{name}/old"), 1, ids.Text("responding"), 9_000),
                ]);
        }

        writer.Commit();
        return RecordingReader.Open(path);
    }
}
