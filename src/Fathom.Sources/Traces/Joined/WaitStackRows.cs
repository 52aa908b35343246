using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Joined;

/// <summary>Writes the stacks of waits that perf has recorded, by what runtimes tell and by how threads entered them.</summary>
internal static class WaitStackRows
{
    public static void Write(IRecordingSink sink, WaitLog waits, ManagedWaits spans, CancellationToken stop)
    {
        // By ManagedWaitKind.
        TextId[] kinds = [sink.Ids.Text("contention"), sink.Ids.Text("wait handle"), sink.Ids.Text(ThreadWaitStackRow.Futex)];
        RowBatch<ThreadWaitStackRow> rows = new(sink);
        foreach ((uint thread, long startNs, ManagedWait around) in waits.In(spans))
        {
            stop.ThrowIfCancellationRequested();
            rows.Add(new ThreadWaitStackRow(thread, startNs, kinds[(int)around.Kind], around.StackId));
        }

        rows.Flush();
        Lost("waits whose managed stack is beyond the limit", waits.Overflows);
        Lost("managed waits beyond the limit of those that are compared with the waits of the machine", spans.Overflows);

        void Lost(string reason, long count)
        {
            if (count > 0)
                sink.Lost(new LossRow(sink.Ids.Text("trace"), TextId.None, 0, 0, count, 0, sink.Ids.Text(reason), sink.Ids.Text(LossTables.Waits)));
        }
    }
}
