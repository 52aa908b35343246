using Fathom.Model.Catalog;
using Fathom.Model.Recording;
using Fathom.Model.Scheduling;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.EventPipe;

/// <summary>
/// Waits as runtimes tell them, where nothing tells when threads had a processor. Of spans that lie in each other the outermost is the wait:
/// a thread that waits for a lock does so on a handle of the runtime.
/// </summary>
/// <param name="most">Spans that are kept.</param>
internal sealed class RuntimeWaits(int most = 4 << 20) : IManagedWaits
{
    private readonly Dictionary<uint, List<ManagedWait>> _byThread = [];
    private long _overflows;
    private long _ofNobody;

    /// <summary>Spans that are kept.</summary>
    public int Count { get; private set; }

    /// <inheritdoc/>
    public void Add(uint thread, in ManagedWait wait)
    {
        if (thread == 0)
            _ofNobody++;
        if (thread == 0 || wait.EndNs < wait.StartNs)
            return;
        if (Count == most)
        {
            _overflows++;
            return;
        }

        Count++;
        if (!_byThread.TryGetValue(thread, out List<ManagedWait>? waits))
            _byThread.Add(thread, waits = []);
        waits.Add(wait);
    }

    /// <summary>Writes them, each thread's in order of time; none overlaps another.</summary>
    public void Write(IRecordingSink sink, CancellationToken stop)
    {
        // By ManagedWaitKind.
        TextId[] kinds = [sink.Ids.Text("contention"), sink.Ids.Text("wait handle")];
        RowBatch<ThreadWaitRow> rows = new(sink);
        foreach ((uint thread, List<ManagedWait> waits) in _byThread)
        {
            stop.ThrowIfCancellationRequested();
            waits.Sort(static (a, b) => (a.StartNs, b.EndNs).CompareTo((b.StartNs, a.EndNs)));
            long end = long.MinValue;
            foreach (ManagedWait wait in waits)
            {
                if (wait.EndNs <= end)
                    continue;
                long start = Math.Max(wait.StartNs, end);
                end = wait.EndNs;
                rows.Add(new ThreadWaitRow(
                    thread, start, end - start, 0, kinds[(int)wait.Kind], wait.StackId, null, 0, null, wait.IsOpenAtStart, wait.IsOpenAtEnd, NoWaking: true, NoSwitchIn: false));
            }
        }

        rows.Flush();
        Lost("waits beyond the limit", _overflows);
        Lost("waits of an unknown thread", _ofNobody);

        void Lost(string reason, long count)
        {
            if (count > 0)
                sink.Lost(new LossRow(sink.Ids.Text("trace"), TextId.None, 0, 0, count, 0, sink.Ids.Text(reason), sink.Ids.Text(LossTables.Waits), count + Count));
        }
    }
}
