using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Joined;

/// <summary>Writes the managed stacks of waits that perf has recorded.</summary>
internal static class WaitStackRows
{
    public static void Write(IRecordingSink sink, WaitLog waits, ManagedWaits spans, CancellationToken stop)
    {
        TextId contention = sink.Ids.Text("contention"), handle = sink.Ids.Text("wait handle");
        RowBatch<ThreadWaitStackRow> rows = new(sink);
        foreach ((uint thread, long startNs, ManagedWait around) in waits.In(spans))
        {
            stop.ThrowIfCancellationRequested();
            rows.Add(new ThreadWaitStackRow(thread, startNs, around.Kind == ManagedWaitKind.Contention ? contention : handle, around.StackId));
        }

        rows.Flush();
        Lost("waits for whose managed stack there was no room", waits.Overflows);
        Lost("managed waits for which there was no room to compare them with those of the machine", spans.Overflows);

        void Lost(string reason, long count)
        {
            if (count > 0)
                sink.Lost(new LossRow(sink.Ids.Text("trace"), TextId.None, 0, 0, count, 0, sink.Ids.Text(reason)));
        }
    }
}
