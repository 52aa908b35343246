using Fathom.Model.Heap;
using Fathom.Model.Recording;
using Fathom.Sources.Heap.Layout;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Heap.Walking;
using Fathom.Sources.Targets.Reading;
using Fathom.Sources.Threads.Async;
using Microsoft.Diagnostics.Runtime;

namespace Fathom.Sources.Pending;

/// <summary>What has begun and not ended: tasks, timers and HTTP requests.</summary>
/// <param name="snapshotId">Id of the snapshot in the recording.</param>
internal sealed class PendingQuestion(uint snapshotId) : HeapQuestion
{
    // Following the references of a task or timer takes reads of its own.
    private static readonly TimeSpan s_timePerObject = TimeSpan.FromMicroseconds(5);

    private TaskCollector _tasks = null!;
    private TimerCollector _timers = new();
    private RequestCollector _requests = new();
    private Action<ClrHeap, IReadOnlyList<IObjectInspector>, CancellationToken>? _askAgain;
    private List<PendingRequest> _found = [];
    private TaskChains _chains = null!;
    private FaultedTasks _faulted = null!;
    private IReadOnlyDictionary<int, long> _counts = new Dictionary<int, long>();
    private IReadOnlyDictionary<(string Name, string? Exception), long> _faults = new Dictionary<(string Name, string? Exception), long>();
    private IReadOnlyDictionary<(string Kind, string? Callback, uint PeriodMs), (long Count, long FirstMs, long LastMs)> _groups =
        new Dictionary<(string Kind, string? Callback, uint PeriodMs), (long Count, long FirstMs, long LastMs)>();

    private TimeSpan _furtherTime;
    private long? _timestamp;

    /// <inheritdoc/>
    public override TimeSpan FurtherTime => _furtherTime;

    /// <inheritdoc/>
    public override HeapWalker Begin(ClrHeap heap, ITargetMemory memory, HeapMap map, TypeCatalog catalog, CancellationToken due)
    {
        _tasks = new TaskCollector(memory);
        _timers = new TimerCollector();
        _requests = new RequestCollector();
        InspectingWalker walker = new(heap, memory, map, catalog, [_tasks, _timers, _requests], due);
        _askAgain = walker.Rehearse;
        return walker;
    }

    /// <inheritdoc/>
    public override void Prepare(ClrRuntime runtime, ITargetMemory memory, HeapMap whole, HeapMap sample, CancellationToken due)
    {
        double times = sample.AllocatedBytes == 0 ? 1 : (double)whole.AllocatedBytes / sample.AllocatedBytes;
        _furtherTime = (_tasks.Tasks.Count + _timers.Timers.Count) * times * s_timePerObject;
    }

    /// <inheritdoc/>
    public override void Rehearse(ClrRuntime runtime, ITargetMemory memory, HeapMap map, CancellationToken due)
    {
        _askAgain!(runtime.Heap, [new TaskCollector(memory), new TimerCollector(), new RequestCollector()], due);
        Complete(runtime, memory, due);
    }

    /// <inheritdoc/>
    public override void Complete(ClrRuntime runtime, ITargetMemory memory, HeapReading reading, CancellationToken due) => Complete(runtime, memory, due);

    /// <inheritdoc/>
    public override void Stopped(long timestamp, TimeSpan expected, TimeSpan pause) => _timestamp = timestamp;

    /// <inheritdoc/>
    public override void Write(HeapReading reading, IRecordingSink sink, IProgress<Progress> progress, CancellationToken stop)
    {
        sink.Write<HeapPendingRow>([new(snapshotId, _tasks.Tasks.Count + _tasks.OmittedCount, _timers.Timers.Count + _timers.OmittedCount, _found.Count)]);
        WriteTasks(sink);
        TimerRows timers = new(sink, snapshotId, _timestamp);
        timers.Add(_groups);
        timers.AddNotKnown(_timers.UnknownCount, "(timers with other fields than those that are known)");
        timers.AddNotKnown(_timers.OmittedCount, "(timers beyond the first 1,000,000)");
        timers.Flush();
        WriteRequests(sink);
        Lost(sink, "tasks", _tasks.UnreadableCount + _chains.UnreadableCount);
        Lost(sink, "timers", _timers.UnreadableCount);
        Lost(sink, "requests", _requests.UnreadableCount);
    }

    private static void Lost(IRecordingSink sink, string what, long count)
    {
        if (count > 0)
            sink.Lost(new LossRow(sink.Ids.Text("heap"), sink.Ids.Text(what), 0, 0, count, 0, sink.Ids.Text("memory cannot be read")));
    }

    private void WriteTasks(IRecordingSink sink)
    {
        TaskRows rows = new(sink, snapshotId);
        rows.Add(_chains.Tree, _counts);
        rows.AddFaulted(_faults);
        foreach ((string type, long count) in _tasks.Unknown)
            rows.AddNotKnown(count, type);
        rows.AddNotKnown(_tasks.OmittedCount, "(tasks beyond the first 1,000,000)");
        rows.AddNotKnown(_faulted.NotKnownCount + _tasks.UnseenCount, "(failed tasks whose exceptions could not be read)");
        rows.Flush();
    }

    private void WriteRequests(IRecordingSink sink)
    {
        RequestRows rows = new(sink, snapshotId, _timestamp);
        rows.Add(_found);
        rows.AddNotKnown(_requests.UnknownCount, "(servers and connections with other fields than those that are known)");
        rows.AddNotKnown(_requests.OmittedIncoming + _requests.OmittedOutgoing, "(requests beyond the first 10,000)");
        rows.Flush();
    }

    private void Complete(ClrRuntime runtime, ITargetMemory memory, CancellationToken due)
    {
        RuntimeAsyncReader continuations = new(runtime.DataTarget.DataReader, new AsyncTypes(runtime));
        _chains = new TaskChains(_tasks.Tasks, _tasks.Shapes, memory, continuations, new TaskTypes(runtime, memory), due);
        _counts = _chains.Read();
        _faulted = new FaultedTasks(runtime, memory);
        _faults = _faulted.Read(_tasks, due);
        _groups = new TimerGroups(runtime, memory).Read(_timers.Timers, due);
        _found = new RequestReader(runtime, memory).Read(_requests, _tasks, due);
    }
}
